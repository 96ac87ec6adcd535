import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { labelsAsEmptied } from "../labels/as-emptied.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Labels } from "../labels/index.ts";

/** Steps of Lab within which colours are one, and the share of the floor's pixels that one of its colours has at least. */
const [step, least] = [5, 0.004] as const;
/** Pixels around one, in each direction, of which the greater part has the floor's colours. */
const around = 3;
/** Greater than any number of steps of Lab. */
const wide = 64;

const floorGroup = labelGroups.indexOf("floor");
const things = labelGroups.indexOf("things");

/**
 * The labels of a furnished photo by what its mask says: what labels call a thing and the mask leaves, on the floor and of the floor's
 * colours, is floor. They draw things too large, and tiles around a rug as the rug.
 */
export function withFloorBeside(labels: Labels, mask: Uint8Array, { face }: Hits): Labels {
  const { copy, greatest } = labels;
  const onFloor = faceNames.indexOf("floor");
  const binOf = (i: number): number =>
    copy.lab.reduce((bin, plane) => bin * wide + Math.round(plane.at(i) / step) + wide / 2, 0);
  const counts = new Map<number, number>();
  let all = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] || face[i] !== onFloor || greatest[i] !== floorGroup) continue;
    const bin = binOf(i);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
    all++;
  }
  const isFloors = Uint8Array.from(mask, (masked, i) =>
    !masked && face[i] === onFloor && (counts.get(binOf(i)) ?? 0) > least * all ? 1 : 0,
  );
  const most = boxMean(new Plane(copy, Float32Array.from(isFloors)), around);
  const isFloor = (i: number): boolean => greatest[i] === things && most.at(i) > 0.5;
  return labelsAsEmptied(labels, copy, (i) => (isFloor(i) ? "floor" : undefined));
}
