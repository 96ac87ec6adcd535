import { panoramaCamera } from "@image-staging/tracer/camera";
import type { Opening } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { doorEdges } from "../../src/panorama/door-edges.ts";
import type { PanoramaView } from "../../src/panorama/views.ts";

const planes = { left: -2, right: 2, back: -2, front: 2, height: 2.6 };
/** The back wall at 100 pixels a metre, with vertical edges from the floor to a height. */
const seeing = (...edges: readonly (readonly [x: number, top: number])[]): PanoramaView => ({
  wall: "back",
  copy: undefined as never,
  camera: {
    ...panoramaCamera({ width: 400, height: 260 }, 0, 1.5),
    ...{ focal: 200, centreX: 200, centreY: 110 },
  },
  segments: edges.map(([x, top]) => {
    const at = { x1: 200 + 100 * x, x2: 200 + 100 * x, y1: 260, y2: 260 - 100 * top };
    return { ...at, length: 100 * top, brighter: 1 };
  }),
});
const passage = { kind: "passage", wall: "back", bottom: 0, top: 2 };

test("two edges of a door's height are a door that was not found", () => {
  expect(doorEdges([seeing([-0.5, 2], [0.4, 2])], [], planes)).toEqual([{ ...passage, from: -0.5, to: 0.4 }]);
});

test("a single edge can belong to a door on either side", () => {
  expect(doorEdges([seeing([0.95, 2])], [], planes)).toEqual([{ ...passage, from: 0, to: 1.9 }]);
});

test("an edge between a window's sides is no door's, but a window's side can be one", () => {
  const glass: Opening = { kind: "window", wall: "back", from: -1, to: 0, bottom: 0.9, top: 2.1 };
  expect(doorEdges([seeing([-0.5, 2])], [glass], planes)).toEqual([]);
  expect(doorEdges([seeing([-0.95, 2], [0, 2])], [glass], planes)).toHaveLength(1);
});

test("corners, low edges and the sides of known openings are no doors", () => {
  const window: Opening = { kind: "window", wall: "back", from: 0.9, to: 1.5, bottom: 0, top: 2.1 };
  const view = seeing([-1, 2.6], [0, 1], [0.92, 2.1], [1.98, 2]);
  expect(doorEdges([view], [window], planes)).toEqual([]);
});
