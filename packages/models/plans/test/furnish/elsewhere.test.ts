import { expect, test } from "vitest";
import { elsewhereIn } from "../../src/furnish/elsewhere.ts";

type Room = Parameters<typeof elsewhereIn>[0];
type Placed = Parameters<ReturnType<typeof elsewhereIn>>[0][number];

const scale = 10;
const label = (use: Room["uses"][number], left: number): Room["labels"][number] => ({
  ...{ text: use, uses: [use], isRoom: true, sizes: [], lineHeight: 4 },
  ...{ left, right: left + 20, top: 20, bottom: 24 },
});
/** A room that is called a living room at its left and a dining room at its right. */
const room: Room = {
  ...{ id: 1, uses: ["living", "dining"], named: true, labels: [label("living", 10), label("dining", 70)] },
  ...{ quarrels: false, ownPieces: 0, area: 30, left: 0, top: 0, right: 100, bottom: 40 },
};
const table = (x: number): Placed[] => [
  {
    ...{ slot: { kind: "diningTable", size: [1, 1, 0.7], x: 0, z: 0 }, x, z: 2, turn: 0 },
    rect: { x0: x, x1: x, z0: 2, z1: 2 },
  },
];

test("what stands nearer to the name of another use is elsewhere, in a room of several uses", () => {
  const isElsewhere = elsewhereIn(room, "dining", scale);
  expect([isElsewhere(table(3)), isElsewhere(table(8))]).toEqual([true, false]);
  expect(elsewhereIn({ ...room, uses: ["living"] }, "living", scale)(table(8))).toBe(false);
});
