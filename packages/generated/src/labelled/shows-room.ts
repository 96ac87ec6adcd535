import { uint32At } from "@image-staging/picture/at";
import { buildBvh } from "@image-staging/tracer/bvh";
import { flatten } from "@image-staging/tracer/geometry";
import { View } from "@image-staging/tracer/view";
import { numberOf } from "./classes.ts";
import type { Draft } from "./draft.ts";
import { merged, numbersOf } from "./merged.ts";

/** Least share of floor and rugs in the picture, and most of any one class. */
const [leastFloor, mostOfOne] = [0.03, 0.75];
/** One look for a square of so many pixels. */
const step = 8;

/** Whether the camera sees a room and not just a pier or a cupboard before it: by some rays, before any light is traced. */
export function showsRoom({ plan, parts, sheers, furniture }: Draft): boolean {
  const { camera } = plan;
  const { placement, classes } = merged([...parts, ...sheers]);
  const placements = [placement, ...furniture].map((placed) => {
    const opaque = placed.piece.parts.filter(({ material }) => material.kind !== "glass");
    return { ...placed, piece: { ...placed.piece, parts: opaque } };
  });
  const numbers = numbersOf([placement, ...furniture], classes);
  const geometry = flatten(placements);
  const view = new View(camera, { geometry, bvh: buildBvh(geometry) });
  const counts = new Uint32Array(256);
  let looks = 0;
  for (let y = step / 2; y < camera.height; y += step)
    for (let x = step / 2; x < camera.width; x += step) {
      const number = view.look(x, y) ? (numbers[view.part] ?? 255) : 255;
      counts[number] = uint32At(counts, number) + 1;
      looks++;
    }
  const floor = uint32At(counts, numberOf("floor")) + uint32At(counts, numberOf("rug"));
  return floor > leastFloor * looks && Math.max(...counts) < mostOfOne * looks;
}
