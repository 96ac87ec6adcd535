import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { footOf } from "../../../src/analysis/seams/foot.ts";
import { shownAround } from "../../../src/analysis/seams/shown.ts";

const [width, height, foot] = [400, 300, 220];

/** The foot found of a wall in the picture's whole width, before which the floor is in shade; `below` is how much of an edge ends it. */
function footBeforeShade(below: number): number | undefined {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const y = Math.floor(i / 3 / width);
    return y < foot ? 140 : Math.min(160, 130 + 2 * (y - foot));
  });
  const line = (y: number): Float32Array => new Float32Array(width).fill(y);
  const runs = [{ from: 0, to: width }];
  const copy = workingCopyOf({ width, height, data });
  const shown = shownAround(copy, { floor: line(foot), ceiling: line(20), metre: line(80), runs });
  const evidence = (at: Float32Array): number => ((at[0] as number) > foot + 2 ? below : 1);
  return footOf({ ...shown, evidence }).foot[200];
}

test("a wall's foot is where the floor's colour begins, also below its clearest edge", () => {
  expect(footBeforeShade(1)).toBeGreaterThan(foot + 3);
});

test("shade before a wall is no foot if hardly an edge ends it", () => {
  expect(footBeforeShade(0.1)).toBeCloseTo(foot, 0);
});
