import type { AreaLight, Rgb, Vec3 } from "@image-staging/tracer/scene";
import { type Face, type FaceFrame, pointOn } from "../faces.ts";
import { pointsOf, receivedFrom } from "./received.ts";
import { cells, type SeenFaces } from "./seen-faces.ts";

/** What painted walls and ceilings reflect of their light, if nothing else tells. */
const usual = { ceiling: 0.75, wall: 0.65 } as const;

/** How colourful paint is at most: what is more, brick or wood, can be darker. */
const mostColour = 0.35;

/** How far before a surface its light is asked, in metres, and at how many cells at most. */
const [before, asked] = [0.1, 300];

/** A place of paint counts at most this much (natural logarithm) against a light: there may be a shelf or a door. */
const most = 0.7;

/**
 * How much the usual albedo, and the usual light of the room's middle, count beside how light and shade lie on a surface: what is
 * dim in the photo can be dark paint in much light, too, and furniture would be the only thing to show it.
 */
const counts = 0.5;

/** Strengths that are tried, as what the light gives the room's middle over the photo's white. */
const tried = [0, ...Array.from({ length: 16 }, (_, i) => 0.015 * 1.35 ** i)];
const rounds = 4;
const tiny = 0.01;

/** A place of paint: its level in the photo, and what the faces and each group of lights give it. */
interface Place {
  level: number;
  indirect: number;
  given: readonly number[];
}

/**
 * How strong groups of lights are, so that the surfaces in sight, lit by them and by one another, have the light and shade
 * that the photo shows: each surface of one unknown albedo near the usual. Levels are compared as logarithms.
 */
export function strengthsOf(
  { seen, frames, middle }: { seen: SeenFaces; frames: Record<Face, FaceFrame>; middle: Vec3 },
  { white, whitePoint }: { white: number; whitePoint: Rgb },
  faces: readonly AreaLight[],
  groups: readonly (readonly AreaLight[])[],
): number[] {
  const [indirect, lights] = [pointsOf(faces), groups.map(pointsOf)];
  const surfaces = paintedOf(seen, frames, whitePoint).map(({ usual, places }) => ({
    usual: Math.log(usual),
    places: places.map(
      ({ point, facing, level }): Place => ({
        level: Math.log(level + tiny),
        indirect: receivedFrom(indirect, point, facing),
        given: lights.map((light) => receivedFrom(light, point, facing)),
      }),
    ),
  }));
  const count = surfaces.reduce((sum, { places }) => sum + places.length, 0) || 1;
  const inMiddle = lights.map((light) => receivedFrom(light, middle));
  const rest = receivedFrom(indirect, middle);
  const together = (start: number, given: readonly number[], strengths: readonly number[]): number =>
    given.reduce((sum, value, i) => sum + value * (strengths[i] as number), start);
  const misses = (strengths: readonly number[]): number => {
    const level = together(rest, inMiddle, strengths) / white + tiny;
    return surfaces.reduce(
      (sum, { usual, places }) => {
        const logs = places.map(
          ({ level, indirect, given }) => level - Math.log(together(indirect, given, strengths) + tiny),
        );
        const albedo = logs.sort((a, b) => a - b)[logs.length >> 1] ?? usual;
        const apart = logs.reduce((all, log) => all + Math.min(most, Math.abs(log - albedo)), 0);
        return sum + (apart + counts * Math.abs(albedo - usual) * logs.length) / count;
      },
      counts * Math.abs(Math.log(level)),
    );
  };
  let best = { strengths: lights.map(() => 0), miss: Infinity };
  for (let round = 0; round < rounds; round++) {
    const last = best.miss;
    for (const [i, given] of inMiddle.entries()) {
      if (given === 0) continue;
      for (const share of tried) {
        const strengths = best.strengths.with(i, (share * white) / given);
        const miss = misses(strengths);
        if (miss < best.miss) best = { strengths, miss };
      }
    }
    if (last - best.miss < 1e-4) break;
  }
  return best.strengths;
}

interface Painted {
  usual: number;
  places: { point: Vec3; facing: Vec3; level: number }[];
}

/** Places just before the walls and the ceiling in sight, where these look painted. */
function paintedOf(seen: SeenFaces, frames: Record<Face, FaceFrame>, white: Rgb): Painted[] {
  const surfaces = (["back", "left", "right", "front", "ceiling"] as const).map((name): Painted => {
    const { pixels, emits, colour } = seen[name];
    const { normal } = frames[name];
    const places: Painted["places"] = [];
    for (let k = 0; k < pixels.length; k++) {
      const levels = white.map((part, c) => (colour[k * 3 + c] as number) / part);
      const highest = Math.max(...levels, 1e-4);
      if ((pixels[k] as number) < 4 || emits[k]) continue;
      if ((highest - Math.min(...levels)) / highest > mostColour) continue;
      const [s, t] = [((k % cells) + 0.5) / cells, (Math.floor(k / cells) + 0.5) / cells];
      const [x, y, z] = pointOn(frames[name], s, t);
      places.push({
        point: [x + before * normal[0], y + before * normal[1], z + before * normal[2]],
        facing: normal,
        level: levels.reduce((sum, value) => sum + value, 0) / 3,
      });
    }
    return { usual: name === "ceiling" ? usual.ceiling : usual.wall, places };
  });
  const every = Math.ceil(surfaces.reduce((sum, { places }) => sum + places.length, 0) / asked);
  return surfaces.map(({ usual, places }) => ({ usual, places: places.filter((_, i) => i % every === 0) }));
}
