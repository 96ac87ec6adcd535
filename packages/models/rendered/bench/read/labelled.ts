import { components } from "@image-staging/picture/components";
import type { LabelClass } from "../../src/labels/classes.ts";
import { enlarged } from "../../src/labels/enlarged.ts";
import type { Labels } from "../../src/labels/index.ts";
import { maskOf } from "../../src/labels/mask.ts";
import { hullOf } from "./hull.ts";

/** The words of the truth for what is fixed. */
const kinds: Partial<Record<LabelClass, string>> = {
  door: "door",
  window: "window",
  fitting: "built_in",
  hearth: "fireplace",
};

/** The least share of the picture that an opening covers. */
const least = 0.002;

/** The outlines of what is fixed, by labels alone: each part of one class that hangs together, in pixels of the copy. */
export function fixedOutlines(labels: Labels) {
  const { copy, grid } = labels;
  const fixed = maskOf(labels, "fixed");
  const names = Object.keys(kinds);
  const shares = (["door", "window", "fitting", "hearth"] as const).map((name) =>
    enlarged(labels.shares(name), grid, copy),
  );
  return shares.flatMap((share, k) => {
    const mask = fixed.map((value, i) =>
      value && shares.every((other, j) => j === k || (other[i] ?? 0) < (share[i] ?? 0)) ? 1 : 0,
    );
    return components(mask, copy.width, copy.height, 1)
      .filter((pixels) => pixels.length > least * mask.length)
      .map((pixels) => ({
        kind: kinds[names[k] as LabelClass] ?? "",
        polygon: hullOf(pixels.map((i) => [i % copy.width, Math.floor(i / copy.width)])),
      }));
  });
}
