import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { labelledOpenings } from "../../../src/analysis/openings/labelled-openings.ts";
import { projectorOf } from "../../../src/analysis/projector.ts";
import { type LabelClass, type LabelGroup, labelClasses, labelGroups } from "../../../src/labels/classes.ts";
import { Labels } from "../../../src/labels/labels.ts";

const size = { width: 450, height: 300 };
const camera: Camera = {
  ...{ ...size, focal: 320, centreX: 225, centreY: 150, elevation: 1.3 },
  ...{ yaw: 0, pitch: 0, roll: 0 },
};
const planes = { left: -2, right: 2.2, back: -4, front: 0.5, height: 2.6 };

interface Region {
  /** On the back wall, in metres: from, to, bottom, top. */
  place: [number, number, number, number];
  group: LabelGroup;
  shares: Partial<Record<LabelClass, number>>;
}

/** Labels of a picture that shows walls, but for some rectangles of the back wall. */
function labelled(...regions: Region[]): Labels {
  const count = size.width * size.height;
  const groups = labelGroups.map((group) => new Float32Array(count).fill(group === "walls" ? 0.5 : 0));
  const data = new Float32Array(labelClasses.length * count);
  for (const { place, group, shares } of regions) {
    const [from, to, bottom, top] = place;
    const [left = 0, high = 0] = projectorOf(camera).point([from, top, planes.back]) ?? [];
    const [right = 0, low = 0] = projectorOf(camera).point([to, bottom, planes.back]) ?? [];
    for (let y = Math.round(high); y < low; y++)
      for (let x = Math.round(left); x < right; x++) {
        const i = y * size.width + x;
        groups[labelGroups.indexOf(group)]?.fill(1, i, i + 1);
        labelClasses.forEach((name, k) => {
          data[k * count + i] = shares[name] ?? 0;
        });
      }
  }
  const copy = workingCopyOf({ ...size, data: new Uint8Array(3 * count).fill(180) });
  return new Labels(copy, groups, { ...size, data });
}

const found = (...regions: Region[]) =>
  labelledOpenings(labelled(...regions), camera, planes).map(({ kind, wall, ...place }) => [
    ...[kind, wall],
    ...[place.from, place.to, place.bottom, place.top].map((metres) => Number(metres.toFixed(1))),
  ]);

it("what is fixed in a wall is a rectangle on it, of the kind that its labels and its place tell", () => {
  const fixed = (place: Region["place"], name: LabelClass): Region => ({
    ...{ place, group: "fixed", shares: { [name]: 0.9 } },
  });
  expect(found(fixed([-1.6, -0.8, 0.1, 2], "door"))).toEqual([["door", "back", -1.6, -0.8, 0, 2]]);
  expect(found(fixed([-1.6, -0.4, 0.9, 2], "window"))).toEqual([["window", "back", -1.6, -0.4, 0.9, 2]]);
  expect(found(fixed([-1, 0.4, 0, 1.2], "hearth"))).toEqual([["fireplace", "back", -1, 0.4, 0, 1.2]]);
  expect(found(fixed([-1, 0.4, 0.1, 0.7], "fitting"))).toEqual([["radiator", "back", -1, 0.4, 0, 0.7]]);
  expect(found(fixed([-1, 0.4, 0.1, 2.3], "fitting"))).toEqual([["fixture", "back", -1, 0.4, 0, 2.3]]);
});

it("houses behind a pane that pass for things belong to their window, a lamp on the wall to none", () => {
  const seen: Region = { place: [-1.6, -0.4, 0.9, 2], group: "things", shares: { thing: 0.6, window: 0.3 } };
  expect(found(seen).map(([kind]) => kind)).toEqual(["window"]);
  expect(found({ ...seen, shares: { thing: 0.9, window: 0.05 } })).toEqual([]);
  expect(found({ place: [0, 0.2, 1.6, 1.9], group: "fixed", shares: { fitting: 1 } })).toEqual([]);
});
