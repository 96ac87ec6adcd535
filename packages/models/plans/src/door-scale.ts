import type { Ink } from "./ink.ts";
import { endsWall, isOpenBeside, openingOf } from "./openings.ts";
import { likelihood } from "./room-scale.ts";
import { stripsOf } from "./strips.ts";
import type { Walls } from "./walls.ts";

/** Gaps that are trusted though rooms would be unusual, and how far a scale by fewer can be from the usual one, as a logarithm. */
const [manyGaps, nearUsual] = [3, 0.15];

/**
 * Pixels of a metre if the usual clear gap in walls is a door of 80 cm; undefined without one, or if a few gaps alone say that
 * rooms are unusual. `usual` is the scale if they are not.
 */
export function scaleFromDoors(walls: Walls, ink: Ink, usual: number | undefined): number | undefined {
  const most = Math.max(walls.width, walls.height) * 0.12;
  const gaps = (["x", "y"] as const).flatMap((along) =>
    stripsOf(walls, along, walls.thickness, most)
      .filter(({ first, last }) => last - first < walls.thickness * 1.45 + 3 && last - first > 1)
      .filter((strip) => endsWall(walls, along, strip))
      .filter((strip) => isOpenBeside(walls, along, strip, (strip.to - strip.from) * 0.5))
      .filter((strip) => openingOf(ink, along, strip).kind === "door")
      .map(({ from, to }) => to - from),
  );
  let [best, found] = [0, 0];
  for (const gap of gaps) {
    const alike = gaps.filter((other) => Math.abs(Math.log(other / gap)) < 0.14).length;
    if (usual !== undefined && alike < manyGaps && Math.abs(Math.log(gap / 0.8 / usual)) > nearUsual)
      continue;
    const score = alike * likelihood(gap / 0.8, usual);
    if (score > found) [best, found] = [gap, score];
  }
  return found >= (usual === undefined ? 2 : 1) ? best / 0.8 : undefined;
}
