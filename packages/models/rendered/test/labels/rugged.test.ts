import { copyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { Labels } from "../../src/labels/labels.ts";
import { mayHaveRug } from "../../src/labels/rugged.ts";

const [width, height] = [20, 20];

/** Labels of a floor, a share of which is faintly a rug. */
function floorWith(part: number): Labels {
  const data = new Float32Array(labelClasses.length * width * height);
  const [floor, rug] = [labelClasses.indexOf("floor"), labelClasses.indexOf("rug")];
  for (let i = 0; i < width * height; i++) {
    const faint = i < part * width * height ? 0.04 : 0;
    data[floor * width * height + i] = 1 - faint;
    data[rug * width * height + i] = faint;
  }
  const copy = copyOf({ width, height, data: new Uint8Array(3 * width * height) }, 1);
  const groups = labelGroups.map(() => new Float32Array(width * height));
  return new Labels(copy, groups, { width, height, data });
}

test("a floor may have a rug if a part of it faintly looks like one", () => {
  expect([0, 0.06, 0.25].map((part) => mayHaveRug(floorWith(part)))).toEqual([false, false, true]);
});
