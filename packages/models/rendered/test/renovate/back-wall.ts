import { faceNames, type Hits } from "../../src/analysis/faces.ts";

export const planes = { left: 0, right: 2, back: -2, front: 0, height: 2 };

/** The pixels of a picture that a back wall of 2 x 2 m fills, `size` x `size` of them, and where each meets it. */
export function backWallOf(size: number): { all: readonly number[]; hits: Hits } {
  const all = Array.from({ length: size * size }, (_, i) => i);
  return {
    all,
    hits: {
      face: new Uint8Array(all.length).fill(faceNames.indexOf("back")),
      u: Float32Array.from(all, (i) => ((i % size) + 0.5) / size),
      v: Float32Array.from(all, (i) => 1 - (Math.floor(i / size) + 0.5) / size),
    },
  };
}
