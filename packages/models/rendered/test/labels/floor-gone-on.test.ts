import { copyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { furnishedShare } from "../../src/analysis/gate/furnished.ts";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { withFloorGoneOn } from "../../src/labels/floor-gone-on.ts";
import { Labels } from "../../src/labels/labels.ts";

const [width, height] = [120, 80];
type Colour = readonly [number, number, number];
const carpet: Colour = [214, 204, 184];

/** A carpet below a wall, of which the network takes the left half for things; that half has a colour. */
function halfTaken(colourAt: (x: number) => Colour): Labels {
  const data = new Uint8Array(3 * width * height);
  const groups = labelGroups.map(() => new Float32Array(width * height));
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const name = y < 24 ? "walls" : x < width / 2 ? "things" : "floor";
    const plane = groups[labelGroups.indexOf(name)];
    if (plane) plane[i] = 1;
    data.set(y < 24 ? [150, 150, 150] : colourAt(x), 3 * i);
  }
  const classes = new Float32Array(labelClasses.length * 4);
  return new Labels(copyOf({ width, height, data }, 1), groups, { width: 2, height: 2, data: classes });
}

test("a carpet that the network takes for furniture in part is floor, also if light falls off along it", () => {
  for (const colourAt of [() => carpet, (x: number): Colour => [170 + x / 3, 160 + x / 3, 140 + x / 3]]) {
    const taken = halfTaken(colourAt);
    expect(furnishedShare(taken)).toBeGreaterThan(0.9);
    expect(furnishedShare(withFloorGoneOn(taken))).toBeLessThan(0.1);
  }
});

test("a sofa of another colour stays a thing, also one of the carpet's colour with a shadow around it", () => {
  const sofa: Colour = [120, 130, 140];
  const shaded = (x: number): Colour => (x > 44 && x < width / 2 ? [150, 140, 120] : carpet);
  for (const colourAt of [(x: number) => (x < width / 2 ? sofa : carpet), shaded])
    expect(furnishedShare(withFloorGoneOn(halfTaken(colourAt)))).toBeGreaterThan(0.9);
});
