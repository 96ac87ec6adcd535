import { expect, test } from "vitest";
import { inLabelledBlocks } from "../src/blocks.ts";
import type { Label } from "../src/read/labels.ts";

const [width, height] = [60, 20];

/** A room of a plan on the left, a logo's inside on the right, each within walls, and a gap like a door's between them. */
function readings(labels: readonly Label[]) {
  const inBox = (i: number, from: number, to: number) =>
    i % width >= from && i % width < to && i >= 4 * width && i < 16 * width;
  const rooms = Int32Array.from({ length: width * height }, (_, i) =>
    inBox(i, 6, 26) ? 1 : inBox(i, 42, 54) ? 2 : 0,
  );
  const solid = Uint8Array.from(rooms, (room, i) =>
    room === 0 && (inBox(i, 4, 28) || inBox(i, 40, 56)) ? 1 : 0,
  );
  const map = {
    width,
    height,
    rooms,
    cells: rooms,
    components: [],
    parts: [],
    closed: Uint8Array.from(rooms, (_, i) => (i % width >= 28 && inBox(i, 4, 40) ? 1 : 0)),
  };
  return new Set(inLabelledBlocks(map, { width, height, solid, thickness: 2 }, labels));
}

const label: Label = {
  ...{ left: 8, right: 24, top: 8, bottom: 12, lineHeight: 4, isRoom: false },
  ...{ text: "Living Room", uses: ["living"], sizes: [] },
};

test("what stands apart without a label is no room, if another block has one", () => {
  expect(readings([label])).toEqual(new Set([0, 1]));
  expect(readings([])).toEqual(new Set([0, 1, 2]));
});
