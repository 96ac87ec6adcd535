import { expect, test } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import {
  CAPTURE_TYPES,
  expectedOfCreate,
  expectedOfRegenerate,
  MODES,
  ROOM_LISTS,
  STYLES,
  type Stored,
  WORKFLOWS,
} from "../../support/oracle.ts";
import type { Reply } from "../../support/requests.ts";
import { newPartner } from "./service.ts";

const combinations = WORKFLOWS.flatMap((workflow) =>
  CAPTURE_TYPES.flatMap((capture_type) =>
    [undefined, ...MODES].map((mode) => ({ workflow, capture_type, mode })),
  ),
);

/** Every 13,001st of the 883,920 combinations, in a full run 5,407th: a prime step visits all values of all fields. */
function* sample(step = isFullRun ? 5407 : 13_001) {
  const styles = [undefined, ...STYLES];
  const product = combinations.length * ROOM_LISTS.length * styles.length;
  for (let index = 0; index < product; index += step) {
    const room_types = ROOM_LISTS[Math.floor(index / combinations.length) % ROOM_LISTS.length];
    const style_preset = styles[Math.floor(index / combinations.length / ROOM_LISTS.length)];
    const combination = combinations[index % combinations.length];
    if (combination) yield { ...combination, room_types, style_preset };
  }
}

const limits = {
  create_generation_per_minute: 1_000_000,
  regenerate_generation_per_minute: 1_000_000,
  max_concurrent_jobs: 1_000_000,
};

type Decision = Stored | { status: number; code: string };
const refused: Decision = { status: 422, code: "validation_error" };
const decisionOf = ({ status, body }: Reply): Decision => {
  const { mode, room_types, style_preset, error } = body;
  return status === 200 ? { mode, room_types, style_preset } : { status, code: error.code };
};

/** Does something with every item, with ten at a time. */
async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  while (left.length > 0) await Promise.all(left.splice(0, 10).map(work));
}

// @contract generation.mode room-families.* matrix.*
test("a sample of the combinations is decided over HTTP as the contract says", async () => {
  const partner = await newPartner(limits);
  const source_asset_id = await partner.addAsset();
  let accepted = 0;
  await forEach(sample(), async (asked) => {
    const expected = expectedOfCreate(asked);
    const reply = await partner.send("createGeneration", { body: { ...asked, source_asset_id } });
    expect({ asked, decided: decisionOf(reply) }).toEqual({ asked, decided: expected ?? refused });
    if (expected) accepted++;
  });
  expect(accepted).toBeGreaterThan(3);
});

const parents = [
  {
    workflow: "staging",
    capture_type: "photo",
    mode: "renovate",
    room_types: ["Kitchen"],
    style_preset: "boho",
  },
  { workflow: "staging", capture_type: "photo", mode: "clean" },
  { workflow: "staging", capture_type: "panorama360", style_preset: "luxury" },
  { workflow: "staging", capture_type: "floorplan", style_preset: "modern" },
  { workflow: "pro_capture", capture_type: "photo" },
];

test("so is a sample of the overrides of each kind of parent", async () => {
  const partner = await newPartner(limits);
  const source_asset_id = await partner.addAsset();
  for (const asked of parents) {
    const parent = await partner.sendOk("createGeneration", { body: { ...asked, source_asset_id } });
    await forEach(
      [...sample(isFullRun ? 80_021 : 170_003)].entries(),
      async ([index, { mode, room_types, style_preset }]) => {
        const overrides = {
          ...(index % 2 && { mode }),
          ...(index % 3 && { room_types }),
          ...(index % 5 && { style_preset }),
        };
        const expected = expectedOfRegenerate(parent, overrides);
        const reply = await partner.send("regenerateGeneration", { id: parent.job_id, body: overrides });
        expect({ asked, overrides, decided: decisionOf(reply) }).toEqual({
          asked,
          overrides,
          decided: expected ?? refused,
        });
      },
    );
  }
});
