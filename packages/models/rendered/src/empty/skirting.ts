import { medianOf } from "@image-staging/picture/quantile";
import { faceNames, framesOf, pointOn } from "../analysis/faces.ts";
import { projectorOf } from "../analysis/projector.ts";
import type { Hidden } from "./hidden.ts";

/** Metres: a skirting's highest edge, the steps in which it is read, and where the paint above it is compared. */
const [highest, step, above] = [0.2, 0.01, 0.32] as const;
/** Pixels that tell the colour of a step at least. */
const fewest = 8;

/** What is read of a wall's lowest part: levels that are added to its paint, by steps from the floor, in three planes. */
type Profile = readonly (readonly number[])[];

/** Draws the skirting on walls behind what goes, as it is in sight elsewhere: its colours less the paint's above it. */
export function addSkirting(planes: readonly Float32Array[], hidden: Hidden, isPaint: Uint8Array): void {
  const { labels, hits, removed, room, camera } = hidden;
  const { width, rgb } = labels.copy;
  const frames = framesOf(room);
  const projector = projectorOf(camera);
  const seen = new Map<number, Map<number, number[][]>>();
  const hiddenPixels = new Map<number, number[]>();
  for (let i = 0; i < removed.length; i++) {
    const index = hits.face[i] as number;
    const name = faceNames[index];
    if (!name || name === "floor" || name === "ceiling") continue;
    const height = (hits.v[i] as number) * room.height;
    if (height >= highest) continue;
    if (removed[i]) {
      listIn(hiddenPixels, index).push(i);
      continue;
    }
    const at = projector.point(pointOn(frames[name], hits.u[i] as number, above / room.height));
    if (!at) continue;
    const k = Math.floor(at[1]) * width + Math.floor(at[0]);
    if (!isPaint[k]) continue;
    const own = seen.get(index) ?? new Map<number, number[][]>();
    const bin = Math.floor(height / step);
    listIn(own, bin).push([0, 1, 2].map((c) => (rgb[3 * i + c] as number) - (planes[c]?.[k] ?? 0)));
    seen.set(index, own);
  }
  const profiles = new Map([...seen].map(([index, bins]) => [index, profileOf(bins)] as const));
  const [fullest] = [...profiles.values()].filter((one) => one !== undefined);
  for (const [index, pixels] of hiddenPixels) {
    const profile = profiles.get(index) ?? fullest;
    if (!profile) continue;
    for (const i of pixels) {
      const at = Math.max(0, ((hits.v[i] as number) * room.height) / step - 0.5);
      const [low, share] = [Math.floor(at), at % 1];
      for (const [c, plane] of planes.entries()) {
        const [first, second] = [profile[low]?.[c] ?? 0, profile[low + 1]?.[c] ?? 0];
        plane[i] = (plane[i] as number) + first + share * (second - first);
      }
    }
  }
}

/** The medians of a wall's steps; nothing if most of them are not in sight. */
function profileOf(bins: Map<number, number[][]>): Profile | undefined {
  const count = Math.round(highest / step);
  const medians = Array.from({ length: count }, (_, bin) => {
    const own = bins.get(bin) ?? [];
    return own.length < fewest
      ? undefined
      : [0, 1, 2].map((c) => medianOf(Float32Array.from(own, (d) => d[c] ?? 0)));
  });
  const known = medians.flatMap((value, bin) => (value ? [{ bin, value }] : []));
  if (known.length < count / 2) return undefined;
  return medians.map((value, bin) => {
    if (value) return value;
    const nearest = known.reduce((a, b) => (Math.abs(b.bin - bin) < Math.abs(a.bin - bin) ? b : a));
    return nearest.value;
  });
}

function listIn<T>(lists: Map<number, T[]>, key: number): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
