import { tasks } from "@image-staging/inference-contract/tasks";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { CreateGeneration } from "../../../../lambdas/api/contract/generations/create.ts";
import { RegenerateGeneration } from "../../../../lambdas/api/contract/generations/regenerate.ts";
import {
  type Configuration,
  configure,
  reconfigure,
} from "../../../../lambdas/domain/generation/configuration.ts";
import { CaptureType, Mode, RoomType, StylePreset, Workflow } from "../../../../lambdas/domain/vocabulary.ts";
import { sampleOf } from "../../../support/full-run.ts";
import {
  CAPTURE_TYPES,
  expectedOfCreate,
  expectedOfRegenerate,
  MODES,
  ROOM_LISTS,
  ROOMS,
  STYLES,
  type Stored,
  WORKFLOWS,
} from "../../../support/oracle.ts";

// @contract service.4 generation.workflow generation.capture_type vocabulary.* post-generations.workflow
// @contract post-generations.capture_type
test("the vocabulary is the contract's", () => {
  const schemas = [Workflow, CaptureType, Mode, StylePreset, RoomType];
  expect(schemas.map(({ options }) => options)).toEqual([WORKFLOWS, CAPTURE_TYPES, MODES, STYLES, ROOMS]);
  expect(ROOM_LISTS).toHaveLength(1 + 28 + 378 + 3276);
});

const isFamily = (room_types: string[]) =>
  expectedOfCreate({ workflow: "staging", capture_type: "photo", mode: "refurnish", room_types }) !== null;

const storedOf = ({ mode, room_types, style_preset }: Configuration): Stored => ({
  mode,
  room_types,
  style_preset,
});
const asText = (stored: Stored | null) => JSON.stringify(stored);
const optional = <T>(values: readonly T[]) => [undefined, ...values];

/** Schema and rules as the handler runs them; null if either refuses. */
function decideCreate(asked: object): Stored | null {
  const parsed = v.safeParse(CreateGeneration.body, { ...asked, source_asset_id: "src_1" });
  if (!parsed.success) return null;
  const decision = configure(parsed.output);
  return decision.ok ? storedOf(decision.configuration) : null;
}

/** Of the lists of three rooms, `npm test` takes those that go together, and every 13th. */
const roomLists = [
  ...ROOM_LISTS.filter((rooms) => rooms === undefined || rooms.length < 3 || isFamily(rooms)),
  ...sampleOf(
    ROOM_LISTS.filter((rooms) => rooms?.length === 3 && !isFamily(rooms)),
    13,
  ),
];

function* overrides() {
  for (const mode of optional(MODES))
    for (const room_types of roomLists)
      for (const style_preset of optional(STYLES))
        yield {
          ...(mode && { mode }),
          ...(room_types && { room_types }),
          ...(style_preset && { style_preset }),
        };
}

// @contract service.4 generation.mode generation.room_types generation.style_preset room-families.* matrix.*
// @contract post-generations.mode post-generations.room_types post-generations.style_preset
// @contract post-generations.18 regenerate.9 regenerate.10 regenerate.11 regenerate.12 regenerate.pro_capture
// @contract errors.11
describe("every combination of workflow, capture type, mode, rooms and style is decided as the contract says", () => {
  for (const workflow of WORKFLOWS)
    for (const capture_type of CAPTURE_TYPES)
      test(`create: ${workflow}, ${capture_type}`, () => {
        let [cases, accepted] = [0, 0];
        for (const fields of overrides()) {
          const asked = { workflow, capture_type, ...fields };
          const expected = expectedOfCreate(asked);
          const decided = decideCreate(asked);
          if (asText(decided) !== asText(expected))
            expect({ asked, decided }).toEqual({ asked, decided: expected });
          cases++;
          if (decided) accepted++;
        }
        expect(cases).toBe(4 * roomLists.length * 10);
        expect(accepted).toBe(acceptedCreates[`${workflow}/${capture_type}`]);
      });

  const parents: Configuration[] = [
    ...tasks,
    {
      workflow: "staging",
      capture_type: "floorplan",
      mode: "floorplan",
      room_types: [],
      style_preset: "modern",
    },
  ];
  test.each(parents)("regenerate: $workflow, $capture_type, $mode, $style_preset", (parent) => {
    for (const fields of overrides()) {
      const expected = expectedOfRegenerate(parent, fields);
      const decision = reconfigure(parent, v.parse(RegenerateGeneration.body, fields));
      const decided = decision.ok ? storedOf(decision.configuration) : null;
      if (asText(decided) !== asText(expected))
        expect({ fields, decided }).toEqual({ fields, decided: expected });
    }
  });
});

/** Counted by hand: 28 single rooms and 14 lists of one family, with 10 styles or none. */
const acceptedCreates: Record<string, number> = {
  "staging/photo": 2 * (28 + 14) * 10 + roomLists.length * 10,
  "staging/panorama360": 9,
  "staging/floorplan": 10,
  "pro_capture/photo": 1,
  "pro_capture/panorama360": 1,
  "pro_capture/floorplan": 1,
};

test("the order of the rooms does not matter, and is kept", () => {
  const decided = decideCreate({
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Dining Room", "Bedroom", "Kitchen"],
  });
  expect(decided?.room_types).toEqual(["Dining Room", "Bedroom", "Kitchen"]);
});

test("a refusal names the field and what it does not go with", () => {
  expect(configure({ workflow: "pro_capture", capture_type: "photo", mode: "clean" })).toEqual({
    ok: false,
    reason: "mode is not allowed for pro_capture: leave it out.",
  });
  expect(configure({ workflow: "staging", capture_type: "floorplan", room_types: ["Kitchen"] })).toEqual({
    ok: false,
    reason: "room_types is not allowed for staging with capture_type floorplan: leave it out.",
  });
});
