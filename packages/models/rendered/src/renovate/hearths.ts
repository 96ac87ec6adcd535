import { meansOf } from "@image-staging/picture/means-of";
import type { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening, Room } from "@image-staging/tracer/scene";
import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import { stripBefore } from "../layout/ground.ts";
import { pixelsOf } from "./fittings.ts";

/** How deep slabs before a fire are at least and at most, and the strips that are compared, in metres. */
const [shallow, deep, strip] = [0.25, 0.6, 0.05];
/** The step of colour (Lab) at a slab's edge. A shadow's edge is softer. */
const edge = 4;
/** The lightness (Lab) below which most of a fire's mouth is, and how wide mouths are at least and at most, in metres. */
const [black, narrow, wide] = [15, 0.3, 1.5];
/** Metres above the floor between which a fire's mouth is looked for. */
const lowest = { bottom: 0.1, top: 0.5 } as const;
/** The metres that a slab reaches beside a fire at most. */
const aside = 0.6;

/**
 * 1 on slabs of another colour in the floor before fires: hearths. A fire's mouth is black, whatever it was taken for, and a
 * slab is wider than that. A fireplace whose place is mostly paint, as sun on a wall is, is none; sun on the floor (`sunny`)
 * tells no colour.
 */
export function hearthsOf(
  { lab }: WorkingCopy,
  hits: Hits,
  room: Room,
  paint: Uint8Array,
  sunny: Uint8Array,
): Uint8Array {
  const slabs = new Uint8Array(hits.face.length);
  const meanOf = (pixels: readonly number[]): number[] =>
    meansOf(
      lab,
      pixels.filter((i) => !sunny[i]),
    );
  const away = (a: readonly number[], b: readonly number[] = []): number =>
    Math.hypot(...a.map((value, c) => (b[c] ?? Number.NaN) - value));
  const fireplaces = room.openings.filter((opening) => {
    const own = pixelsOf(opening, hits, room);
    return opening.kind === "fireplace" && 2 * own.filter((i) => paint[i]).length <= own.length;
  });
  for (const opening of [...fireplaces, ...mouthsIn(lab[0], hits, room)]) {
    const means = stripsOf(opening, room, hits).map(meanOf);
    const steps = means.map((mean, k) => (k * strip >= shallow - strip && away(mean, means[k + 2])) || 0);
    const at = steps.indexOf(Math.max(...steps));
    if ((steps[at] as number) <= edge) continue;
    const isSlab = (place: number): boolean => {
      const part = stripsOf({ ...opening, from: place, to: place }, room, hits);
      const mean = meanOf(part.slice(0, at + 1).flat());
      return 2 * away(mean, means[at]) < away(mean, means[at + 2]);
    };
    // A fire can be found wider than its slab.
    let { from, to } = opening;
    while (from < to && !isSlab(from + strip)) from += 2 * strip;
    while (from < to && !isSlab(to - strip)) to -= 2 * strip;
    while (opening.from - from < aside && isSlab(from - 2 * strip)) from -= 2 * strip;
    while (to - opening.to < aside && isSlab(to + 2 * strip)) to += 2 * strip;
    if (from >= to) continue;
    const whole = stripsOf({ ...opening, from, to }, room, hits);
    for (const i of whole.slice(0, at + 2).flat()) slabs[i] = 1;
  }
  return slabs;
}

/**
 * The black mouths of fires: on each wall, strips side by side that are mostly black above the floor. Beside strips that the
 * picture does not show, one is enough.
 */
function mouthsIn(lightness: Plane, hits: Hits, room: Room): Opening[] {
  const mouths: Opening[] = [];
  for (const wall of ["back", "left", "right"] as const) {
    const { start, across } = framesOf(room)[wall];
    const place = (from: number, to: number): Opening => ({
      ...{ kind: "fireplace", wall, ...lowest },
      ...{ from: start + from * strip, to: start + to * strip },
    });
    const blacker = new Float32Array(Math.ceil(across / strip) + 1);
    for (const i of pixelsOf(place(0, blacker.length), hits, room)) {
      const nth = Math.floor(((hits.u[i] as number) * across) / strip);
      blacker[nth] = (blacker[nth] as number) + (lightness.at(i) < black ? 1 : -1);
    }
    let from = 0;
    for (const [to, surplus] of blacker.entries()) {
      if (surplus > 0) continue;
      const isCutOff = blacker[from - 1] === 0 || (surplus === 0 && to < blacker.length - 1);
      const least = isCutOff ? strip : narrow;
      const size = (to - from) * strip;
      if (size >= least && size <= wide) mouths.push(place(from, to));
      from = to + 1;
    }
  }
  return mouths;
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
