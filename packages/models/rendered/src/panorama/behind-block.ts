import type { Opening, WallName } from "@image-staging/tracer/scene";
import type { PanoramaBox } from "./box.ts";

const walls: readonly WallName[] = ["back", "right", "front", "left"];

/** The parts of walls that a built-up corner hides, as fixtures: nothing stands or hangs there. Metres. */
export function behindBlock({ distances, height, block }: PanoramaBox, elevation: number): Opening[] {
  if (!block) return [];
  const [own, next] = [block.wall, (block.wall + 1) % 4];
  const hidden = (wall: number, other: number, face: number): Opening => {
    const name = walls[other] as WallName;
    const sign = name === "right" || name === "front" ? elevation : -elevation;
    const ends = [face, distances[other] as number].map((distance) => sign * distance);
    return {
      ...{ kind: "fixture", wall: walls[wall] as WallName },
      ...{ from: Math.min(...ends), to: Math.max(...ends), bottom: 0, top: height * elevation },
    };
  };
  return [hidden(own, next, block.faces[1]), hidden(next, own, block.faces[0])];
}

/** Whether most of an opening lies in a part of its wall. */
export const isWithin = (opening: Opening, { wall, from, to }: Opening): boolean =>
  opening.wall === wall &&
  2 * (Math.min(opening.to, to) - Math.max(opening.from, from)) > opening.to - opening.from;
