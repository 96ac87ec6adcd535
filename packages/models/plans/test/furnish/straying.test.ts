import { expect, test } from "vitest";
import { strayingIn } from "../../src/furnish/straying.ts";

type Room = Parameters<typeof strayingIn>[0];
type Placed = Parameters<ReturnType<typeof strayingIn>>[0][number];

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

test("away from its name a piece costs by the metre, and more near another name, in a room of several uses", () => {
  const strays = strayingIn(room, "dining", scale);
  expect([strays(table(8)), strays(table(7))].map((cost) => cost < 0.5)).toEqual([true, true]);
  expect(strays(table(7))).toBeGreaterThan(strays(table(8)));
  expect(strays(table(3))).toBeGreaterThan(2);
  expect(strayingIn({ ...room, uses: ["living"] }, "living", scale)(table(8))).toBe(0);
});
