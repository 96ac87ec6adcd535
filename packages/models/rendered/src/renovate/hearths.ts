import { faceNames, type Hits, type Planes } from "../analysis/faces.ts";
import { meansOf } from "../analysis/picture/means-of.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import { stripBefore } from "../layout/ground.ts";
import type { Opening, Room } from "../scene.ts";
import { pixelsOf } from "./fittings.ts";

/** How deep slabs before a fire are at least and at most, and the strips that are compared, in metres. */
const [shallow, deep, strip] = [0.25, 0.6, 0.05];
/** The step of colour (Lab) at a slab's edge. A shadow's edge is softer. */
const edge = 4;
/** The lightness (Lab) below which most of a fire's mouth is, and the metres that a slab reaches beside one at most. */
const [black, aside] = [15, 0.6];
/** Metres above the floor between which a fire's mouth is looked for, in the middle third of what was found there. */
const lowest = { bottom: 0.1, top: 0.5 } as const;

/**
 * 1 on slabs of another colour in the floor before fires: hearths. A fire's mouth is black, whatever it was taken for, and a slab is wider than
 * that. A fireplace whose place is mostly paint, as sun on a wall is, is none.
 */
export function hearthsOf({ lab }: WorkingCopy, hits: Hits, room: Room, paint: Uint8Array): Uint8Array {
  const slabs = new Uint8Array(hits.face.length);
  const meanOf = (pixels: readonly number[]): number[] => meansOf(lab, pixels);
  const away = (a: readonly number[], b: readonly number[] = []): number =>
    Math.hypot(...a.map((value, c) => (b[c] ?? Number.NaN) - value));
  for (const opening of room.openings) {
    const own = pixelsOf(opening, hits, room);
    const isMostlyPaint = 2 * own.filter((i) => paint[i]).length > own.length;
    const third = (opening.to - opening.from) / 3;
    const mouth = { ...opening, ...lowest, from: opening.from + third, to: opening.to - third };
    const dark = pixelsOf(mouth, hits, room).map((i) => ((lab[0][i] as number) < black ? 1 : 0));
    const isMouth = 2 * dark.reduce<number>((sum, value) => sum + value, 0) > dark.length;
    if (!isMouth && (opening.kind !== "fireplace" || isMostlyPaint)) continue;
    const means = stripsOf(opening, room, hits).map(meanOf);
    const steps = means.map((mean, k) => (k * strip >= shallow - strip && away(mean, means[k + 2])) || 0);
    const at = steps.indexOf(Math.max(...steps));
    if ((steps[at] as number) <= edge) continue;
    const isSlab = (place: number): boolean => {
      const part = stripsOf({ ...opening, from: place, to: place }, room, hits);
      const mean = meanOf(part.slice(0, at + 1).flat());
      return 2 * away(mean, means[at]) < away(mean, means[at + 2]);
    };
    let { from, to } = opening;
    while (opening.from - from < aside && isSlab(from - 2 * strip)) from -= 2 * strip;
    while (to - opening.to < aside && isSlab(to + 2 * strip)) to += 2 * strip;
    const whole = stripsOf({ ...opening, from, to }, room, hits);
    for (const i of whole.slice(0, at + 2).flat()) slabs[i] = 1;
  }
  return slabs;
}

/** The pixels of the floor in strips before an opening. */
function stripsOf(opening: Opening, room: Room, hits: Hits): number[][] {
  const strips: number[][] = Array.from({ length: Math.ceil(deep / strip) + 2 }, () => []);
  hits.face.forEach((face, i) => {
    const nth = faceNames[face] === "floor" ? stripOf(opening, room, hits, i) : undefined;
    if (nth !== undefined) strips[nth]?.push(i);
  });
  return strips;
}

/** Which strip before an opening a pixel of the floor lies in. */
function stripOf(opening: Opening, room: Room & Planes, { u, v }: Hits, i: number): number | undefined {
  const x = room.left + (u[i] as number) * (room.right - room.left);
  const z = room.back + (v[i] as number) * (room.front - room.back);
  const { left, right, back, front } = stripBefore(opening, room, deep + 2 * strip);
  if (x < left || x > right || z < back || z > front) return undefined;
  const away = { back: z - back, front: front - z, left: x - left, right: right - x }[opening.wall];
  return Math.floor(away / strip);
}
