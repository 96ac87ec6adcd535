import { componentsOf } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import type { Picture } from "@image-staging/picture/picture";
import { groundOf } from "../analysis/gate/ground.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Labels } from "../labels/index.ts";

/** By how much of the picture's width what the labels call things grows: their outlines are rough. */
const margin = 0.01;
/** The share of the picture that one thing covers at least. */
const least = 0.0015;
/** How high above the floor's upper edge, as a share of the picture's height, what stands on it begins at most. */
const above = 0.06;

/**
 * What would have to go from a furnished room: white (255) in a mask of the picture, for its sender to correct. All that labels call
 * things or rugs, and that reaches down to the floor: pictures, and what is seen through panes, stay.
 */
export function proposedMask(labels: Labels, picture: Picture): Uint8Array {
  const { copy, greatest } = labels;
  const things = labelGroups.indexOf("things");
  const { map, components } = componentsOf(
    greatest.map((group) => (group === things ? 1 : 0)),
    copy,
    true,
  );
  const { floor } = groundOf(labels);
  const top = Math.floor((floor[Math.floor(floor.length * 0.01)] ?? 0) / copy.width);
  const goes = components.map(
    ({ bottom, pixels }) => bottom > top - above * copy.height && pixels > least * map.length,
  );
  const away = distancesTo(
    Uint8Array.from(map, (id) => (id > 0 && goes[id - 1] ? 1 : 0)),
    copy,
  );
  const { width, height } = picture;
  const mask = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const at =
        Math.floor(((y + 0.5) * copy.height) / height) * copy.width +
        Math.floor(((x + 0.5) * copy.width) / width);
      if (away.at(at) <= margin * copy.width) mask[i] = 255;
    }
  return mask;
}
