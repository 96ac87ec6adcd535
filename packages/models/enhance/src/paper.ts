import { uint8At, uint32At } from "@image-staging/picture/at";
import { luminanceWeights } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import parameters from "./pro_capture.json" with { type: "json" };

/** A plan on even, slightly warm paper with dark ink: the commonest light value becomes paper, the darkest ink. */
export function cleanPaper({ data }: Picture, paper: readonly number[]): Uint8Array {
  const { light, least, ink, mostInk } = parameters.paper;
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  for (let i = 0; i < data.length; i++) {
    const of = counts[i % 3] as Uint32Array;
    of[uint8At(data, i)] = uint32At(of, uint8At(data, i)) + 1;
  }
  const ground = counts.map((of) => Math.max(least, quantileOf(of, light)));
  const levels = new Uint32Array(256);
  for (let i = 0; i < data.length; i += 3) {
    let level = 0;
    for (const [c, weight] of luminanceWeights.entries())
      level += (weight * uint8At(data, i + c)) / (ground[c] ?? 255);
    const at = Math.min(255, Math.floor(level * 255));
    levels[at] = uint32At(levels, at) + 1;
  }
  const dark = Math.min(mostInk, quantileOf(levels, ink) / 255);
  const tables = ground.map((lightest, c) =>
    Uint8Array.from({ length: 256 }, (_, byte) => {
      const level = (byte / lightest - dark) / (1 - dark);
      return Math.round(Math.min(1, Math.max(0, level)) * (paper[c] ?? 255));
    }),
  );
  return data.map((byte, i) => tables[i % 3]?.[byte] ?? 0);
}

/** The value below which the given part of the pixels lies. */
function quantileOf(counts: Uint32Array, part: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let [at, below] = [0, 0];
  while (at < 255 && below + uint32At(counts, at) <= part * total) below += uint32At(counts, at++);
  return at;
}
