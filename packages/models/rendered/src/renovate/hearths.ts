import { faceNames, type Hits, type Planes } from "../analysis/faces.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import { stripBefore } from "../layout/ground.ts";
import type { Opening, Room } from "../scene.ts";
import { pixelsOf } from "./fittings.ts";

/** How deep slabs before a fire are at least and at most, and the strips that are compared, in metres. */
const [shallow, deep, strip] = [0.25, 0.6, 0.05];
/** The step of colour (Lab) at a slab's edge. A shadow's edge is softer. */
const edge = 4;

/** 1 on slabs of another colour in the floor before what stands at walls: hearths. A fireplace whose place is mostly paint, as sun on a wall is, is none. */
export function hearthsOf({ lab }: WorkingCopy, hits: Hits, room: Room, paint: Uint8Array): Uint8Array {
  const slabs = new Uint8Array(hits.face.length);
  const floor = faceNames.indexOf("floor");
  for (const opening of room.openings) {
    if (opening.kind !== "fireplace") continue;
    const own = pixelsOf(opening, hits, room);
    if (2 * own.filter((i) => paint[i]).length > own.length) continue;
    const strips: number[][] = Array.from({ length: Math.ceil(deep / strip) + 2 }, () => []);
    hits.face.forEach((face, i) => {
      const nth = face === floor ? stripOf(opening, room, hits, i) : undefined;
      if (nth !== undefined) strips[nth]?.push(i);
    });
    const means = strips.map((pixels) =>
      lab.map((plane) => pixels.reduce((sum, i) => sum + (plane[i] as number), 0) / pixels.length),
    );
    const steps = means.map((mean, k) =>
      Math.hypot(...mean.map((value, c) => (means[k + 2]?.[c] ?? Number.NaN) - value)),
    );
    const at = steps.findIndex((step, k) => step > edge && k * strip >= shallow - strip);
    if (at < 0) continue;
    for (const i of strips.slice(0, at + 2).flat()) slabs[i] = 1;
  }
  return slabs;
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
