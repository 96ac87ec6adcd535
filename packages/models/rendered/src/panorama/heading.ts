import type { EdgeField } from "@image-staging/picture/edge-field";

const bins = 180;
/** Weaker steps, in Lab units a pixel, are noise; stronger ones count no more. */
const [weakest, strongest] = [0.6, 4];

/** A peak of the votes exceeds its neighbours at these distances, in bins. */
const reach = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];

/**
 * Possible headings of the walls from the panorama's middle, in radians from 0: the ones along which most level edges
 * point (edges of sun patches too), and the diagonal of the first (herringbone floors point along it).
 */
export function headingsOf({ width, height, gradients }: EdgeField): readonly number[] {
  const votes = new Float64Array(bins);
  for (let y = 2; y < height - 2; y++) {
    const rise = Math.PI * (0.5 - (y + 0.5) / height);
    const [level, up] = [Math.cos(rise), Math.sin(rise)];
    for (let x = 0; x < width; x++) {
      const [gx, gy] = [
        gradients[(y * width + x) * 6] as number,
        gradients[(y * width + x) * 6 + 1] as number,
      ];
      const step = Math.hypot(gx, gy);
      if (step < weakest) continue;
      // The edge's own direction on the sphere, then the normal of the plane through it and the viewer.
      const turn = 2 * Math.PI * ((x + 0.5) / width - 0.5);
      const [east, north] = [(-gy / step) * level, -gx / step];
      const [s, c] = [Math.sin(turn), Math.cos(turn)];
      const [tx, ty, tz] = [c * east - s * up * north, level * north, s * east + c * up * north];
      const [rx, ry, rz] = [s * level, up, -c * level];
      const [nx, ny, nz] = [ry * tz - rz * ty, rz * tx - rx * tz, rx * ty - ry * tx];
      const size = Math.hypot(nx, ny, nz) || 1;
      const tilt = Math.hypot(nx, nz) / size;
      // Vertical edges say nothing, and those at the viewer's height little.
      if (Math.abs(ny) / size < 0.12) continue;
      const quarter = (Math.atan2(nz, nx) / (Math.PI / 2) + 4) % 1;
      const bin = Math.floor(quarter * bins) % bins;
      votes[bin] = (votes[bin] as number) + Math.min(strongest, step) * tilt * tilt * level;
    }
  }
  const smooth = Array.from(votes, (_, i) =>
    [-3, -2, -1, 0, 1, 2, 3].reduce((sum, d) => sum + (votes[(i + d + bins) % bins] as number), 0),
  );
  const at = (bin: number): number => smooth[(bin + bins) % bins] as number;
  const peaks = smooth
    .map((_, bin) => bin)
    .filter((bin) => reach.every((d) => at(bin) > at(bin + d) || (d > 0 && at(bin) === at(bin + d))))
    .sort((a, b) => at(b) - at(a))
    .slice(0, 4);
  const [best = 0] = peaks;
  return [...peaks, best + bins / 2].map((bin) => ((bin + 0.5) / bins) * (Math.PI / 2));
}
