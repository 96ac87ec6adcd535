import { edgeFieldOf } from "@image-staging/picture/edge-field";
import { randomOf } from "@image-staging/picture/random";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { framesOf } from "../../../src/analysis/faces.ts";
import { cutOffDoorsOf } from "../../../src/analysis/openings/cut-off-doors.ts";

const camera: Camera = {
  ...{ width: 600, height: 450, focal: 400, centreX: 300, centreY: 225 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const { back } = framesOf({ left: -4, right: 4, back: -4, front: 0.5, height: 2.6 });

/** What is found on a grainy wall of which a part, left of x = -2.3, is lighter up to a height in metres. */
function found(top: number, levels: number) {
  const random = randomOf(1);
  const data = Uint8Array.from({ length: 600 * 450 * 3 }, (_, i) => {
    const [column, row] = [Math.floor(i / 3) % 600, Math.floor(i / 1800)];
    const [x, y] = [(column - 300) / 100, 1.3 - (row - 225) / 100];
    return 150 + 6 * random() + (x < -2.3 && y > 0 && y < top ? levels : 0);
  });
  return cutOffDoorsOf(edgeFieldOf(workingCopyOf({ ...camera, data })), camera, back);
}

it("finds a door that the border cuts off by a faint side with a lintel to the border", () => {
  const [door] = found(2.05, 6);
  expect(door?.to).toBeCloseTo(1.7, 1);
  expect(door?.top).toBeCloseTo(2.05, 1);
});

it("takes a side that goes on to the ceiling for a corner", () => {
  expect(found(2.6, 6)).toEqual([]);
});
