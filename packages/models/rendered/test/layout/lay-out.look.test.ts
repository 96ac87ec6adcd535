import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import { expect, it } from "vitest";
import { layOut } from "../../src/layout/lay-out.ts";
import { randomRoom } from "./random-room.ts";

const { room, camera } = randomRoom(5);

/** The parts of what a room of a home gets, but for what is the same in every style. */
const partsOf = (type: RoomType, seed: number, set = 0) => {
  const request = { roomTypes: [type], style: "scandi", seed, look: { seed: 4711, set } } as const;
  const placements = layOut(room, camera, request);
  if ("declined" in placements) throw new Error(placements.declined.message);
  const own = ["plant", "bouquet", "officeChair", "laptop", "deskThings", "setting"];
  return placements.flatMap(({ piece }) => (own.includes(piece.kind) ? [] : piece.parts));
};

it("six rooms of a home have one timber and one metal, though each has a seed of its own", () => {
  const types = ["Living Room", "Bedroom", "Dining Room", "Office", "Kitchen", "Children's Room"] as const;
  const materials = types.flatMap((type, i) => partsOf(type, 100 + 31 * i)).map(({ material }) => material);
  for (const kind of ["wood", "metal"]) {
    const found = materials.flatMap((one) =>
      one.kind === kind && "color" in one ? [String(one.color)] : [],
    );
    expect(new Set(found).size, kind).toBe(1);
  }
});

it("a home's second bedroom has another bed, even if its photo and seed are the first's", () => {
  const [first, second] = [0, 1].map((set) => partsOf("Bedroom", 131, set)[0]?.mesh.indices.length);
  expect(first).not.toBe(second);
});
