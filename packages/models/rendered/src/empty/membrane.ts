import { float32At } from "@image-staging/picture/at";
import type { Size } from "@image-staging/picture/size";

/** Rounds of relaxation at each size, and by how much more than Gauss and Seidel's step each moves. */
const [rounds, over] = [14, 1.5] as const;

/** What a membrane is spanned over: 1 for each pixel of `domain`, and for each of it that is `known`. */
export interface Frame extends Size {
  known: Uint8Array;
  domain: Uint8Array;
}

/**
 * Gives the unknown pixels of a domain the values of a membrane that the known ones hold (harmonic functions: Pérez et al., Poisson
 * image editing, 2003), in each plane in place: light goes on smoothly, and does not leave the domain. From coarse to fine. A
 * `pull` draws it to zero over 1 / √pull pixels.
 */
export function spanMembrane(planes: readonly Float32Array[], frame: Frame, pull = 0): void {
  const { width, height, known, domain } = frame;
  if (!domain.some((inside, i) => inside && !known[i])) return;
  if (Math.min(width, height) < 2) {
    fillWithMean(planes, frame);
    return;
  }
  const half = halved(planes, frame);
  spanMembrane(half.planes, half.frame, 4 * pull);
  for (const [c, plane] of planes.entries()) {
    const coarse = half.planes[c] as Float32Array;
    for (let i = 0; i < plane.length; i++)
      if (domain[i] && !known[i])
        plane[i] = float32At(coarse, (Math.floor(i / width) >> 1) * half.frame.width + ((i % width) >> 1));
    relax(plane, frame, pull);
  }
}

function fillWithMean(planes: readonly Float32Array[], { known, domain }: Frame): void {
  for (const plane of planes) {
    const some = plane.filter((_, i) => known[i]);
    const mean = some.reduce((sum, value) => sum + value, 0) / Math.max(1, some.length);
    for (let i = 0; i < plane.length; i++) if (domain[i] && !known[i]) plane[i] = mean;
  }
}

/** Planes and their frame at half of the size: a pixel is known if one of its four is, as the mean of those. */
function halved(planes: readonly Float32Array[], { width, height, known, domain }: Frame) {
  const [columns, rows] = [(width + 1) >> 1, (height + 1) >> 1];
  const small = planes.map(() => new Float32Array(columns * rows));
  const frame: Frame = {
    ...{ width: columns, height: rows },
    ...{ known: new Uint8Array(columns * rows), domain: new Uint8Array(columns * rows) },
  };
  const counts = new Uint8Array(columns * rows);
  for (let i = 0; i < known.length; i++) {
    if (!domain[i]) continue;
    const to = (Math.floor(i / width) >> 1) * columns + ((i % width) >> 1);
    frame.domain[to] = 1;
    if (!known[i]) continue;
    frame.known[to] = 1;
    counts[to] = (counts[to] as number) + 1;
    for (const [c, plane] of small.entries())
      plane[to] = float32At(plane, to) + float32At(planes[c] as Float32Array, i);
  }
  for (const plane of small)
    for (let k = 0; k < plane.length; k++)
      if (counts[k]) plane[k] = float32At(plane, k) / (counts[k] as number);
  return { planes: small, frame };
}

/** Moves each unknown pixel towards the mean of its neighbours in the domain. */
function relax(plane: Float32Array, { width, height, known, domain }: Frame, pull: number): void {
  for (let round = 0; round < rounds; round++)
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        if (!domain[i] || known[i]) continue;
        let [sum, count] = [0, 0];
        if (x > 0 && domain[i - 1]) {
          sum += float32At(plane, i - 1);
          count++;
        }
        if (x < width - 1 && domain[i + 1]) {
          sum += float32At(plane, i + 1);
          count++;
        }
        if (y > 0 && domain[i - width]) {
          sum += float32At(plane, i - width);
          count++;
        }
        if (y < height - 1 && domain[i + width]) {
          sum += float32At(plane, i + width);
          count++;
        }
        if (count > 0) plane[i] = float32At(plane, i) + over * (sum / (count + pull) - float32At(plane, i));
      }
}
