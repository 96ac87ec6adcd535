import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { planesOf } from "../../../src/analysis/box/box.ts";
import { lowered } from "../../../src/analysis/box/on-foot.ts";
import { onSecondLine } from "../../../src/analysis/box/second-line.ts";
import { faceNames, hitsOf } from "../../../src/analysis/faces.ts";

const [width, height] = [900, 600];
const camera = {
  ...{ width, height, focal: 500, centreX: width / 2, centreY: height / 2 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1 },
};
const [wall, board, floor] = [200, 120, 130];
/** The box on the boards' upper edge, and how much lower the floor lies. */
const [box, rise] = [{ left: 1.2, right: 1.2, back: 3, height: 1.9 }, 0.07];

/** A room whose walls, those of `bare` excepted, have boards of about the floor's colour. */
function roomWith(bare: readonly string[] = []) {
  const planes = (of: typeof box) => ({ ...planesOf(of, 1), front: 1 });
  const upper = hitsOf(camera, planes(box));
  const lower = hitsOf(camera, planes(lowered(box, rise)));
  const data = new Uint8Array(width * height * 3);
  upper.face.forEach((face, i) => {
    const name = faceNames[lower.face[i] as number] as string;
    const isOnBoard = faceNames[face] === "floor" && name !== "floor";
    const level = isOnBoard ? (bare.includes(name) ? floor : board) : name === "floor" ? floor : wall;
    data.fill(level, i * 3, i * 3 + 3);
  });
  return workingCopyOf({ width, height, data });
}

const moved = (bare: readonly string[] = []) => onSecondLine(roomWith(bare), camera, { box, nearest: box });

it("boards that hardly differ from the floor end in a second line along all three walls", () => {
  expect(moved().box.back).toBeCloseTo(lowered(box, rise).back, 1);
  expect(moved().nearest).toEqual(moved().box);
});

it("a line along one wall or two is the floor's own", () => {
  expect(moved(["left"]).box).toBe(box);
  expect(moved(["left", "back"]).box).toBe(box);
});
