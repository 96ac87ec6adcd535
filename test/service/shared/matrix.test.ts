import { expect, test } from "vitest";
import { newHttpPartner } from "../../support/service.ts";
import {
  CAPTURE_TYPES,
  expectedOfCreate,
  expectedOfRegenerate,
  MODES,
  ROOM_LISTS,
  STYLES,
  type Stored,
  WORKFLOWS,
} from "../../unit/domain/oracle.ts";

const step = 5407;
const combinations = WORKFLOWS.flatMap((workflow) =>
  CAPTURE_TYPES.flatMap((capture_type) =>
    [undefined, ...MODES].map((mode) => ({ workflow, capture_type, mode })),
  ),
);

/** Every 5,407th of the 883,920 combinations: a prime step visits all values of all fields. */
function* sample() {
  const styles = [undefined, ...STYLES];
  const product = combinations.length * ROOM_LISTS.length * styles.length;
  for (let index = 0; index < product; index += step) {
    const room_types = ROOM_LISTS[Math.floor(index / combinations.length) % ROOM_LISTS.length];
    const style_preset = styles[Math.floor(index / combinations.length / ROOM_LISTS.length)];
    const combination = combinations[index % combinations.length];
    if (combination) yield { ...combination, room_types, style_preset };
  }
}

const limits = { create_generation_per_minute: 1_000_000, max_concurrent_jobs: 1_000_000 };

test("a sample of the combinations is decided over HTTP as the contract says", async () => {
  const partner = await newHttpPartner(limits);
  const source_asset_id = await partner.addAsset();
  let accepted = 0;
  for (const asked of sample()) {
    const expected = expectedOfCreate(asked);
    const { status, body } = await partner.post("/api/v1/generations", { ...asked, source_asset_id });
    const { mode, room_types, style_preset }: Stored = body;
    const decided = status === 200 ? { mode, room_types, style_preset } : { status, code: body.error.code };
    expect({ asked, decided }).toEqual({
      asked,
      decided: expected ?? { status: 422, code: "validation_error" },
    });
    if (expected) accepted++;
  }
  expect(accepted).toBeGreaterThan(5);
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
  const partner = await newHttpPartner({ ...limits, regenerate_generation_per_minute: 1_000_000 });
  const source_asset_id = await partner.addAsset();
  for (const asked of parents) {
    const { body: parent } = await partner.post("/api/v1/generations", { ...asked, source_asset_id });
    for (const [index, { mode, room_types, style_preset }] of [...sample()].entries()) {
      const overrides = {
        ...(index % 2 && { mode }),
        ...(index % 3 && { room_types }),
        ...(index % 5 && { style_preset }),
      };
      const expected = expectedOfRegenerate(parent, overrides);
      const { status, body } = await partner.post(
        `/api/v1/generations/${parent.job_id}/regenerate`,
        overrides,
      );
      const stored: Stored = {
        mode: body.mode,
        room_types: body.room_types,
        style_preset: body.style_preset,
      };
      const decided = status === 200 ? stored : { status, code: body.error.code };
      expect({ asked, overrides, decided }).toEqual({
        asked,
        overrides,
        decided: expected ?? { status: 422, code: "validation_error" },
      });
    }
  }
});
