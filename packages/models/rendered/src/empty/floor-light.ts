import { boxMean } from "@image-staging/picture/box-mean";
import { distancesTo } from "@image-staging/picture/distances";
import { luminanceWeights } from "@image-staging/picture/luminance";
import { Plane } from "@image-staging/picture/plane";
import { medianOf, quantile } from "@image-staging/picture/quantile";
import type { Cells, SeenCells } from "./floor-cells.ts";
import { spanMembrane } from "./membrane.ts";

/** Metres over which the pattern is smoothed away to see the light. */
const smooth = 0.14;
/** Metres around what goes in which its shade lies; the share of the floor that must lie outside of it, or it is not left out. */
const [shade, leastFar] = [0.3, 0.3] as const;
/** Metres over which the light at the edge of what goes gives way to the floor's at large. */
const lightReach = 0.7;
/** The share of cells around one that must show floor, or its light is not known. */
const leastAround = 0.25;
/** How many times as bright as the median sun is at least, and the share of the floor that it may lie on: more is the floor. */
const [sunny, mostSunny] = [1.4, 0.4] as const;

/** The floor's light from above, sRGB levels without its pattern in three planes. */
export interface FloorLight {
  /** As it is without what goes. */
  light: readonly Float32Array[];
  /** As the photo has it. */
  own: readonly Float32Array[];
  /** How much of a shade is taken away from each cell around what goes: 1 at its edge. */
  shaded: Float32Array;
  /** 1 for each cell in the shade or half-light that most of the floor has. */
  usual: Uint8Array;
}

/** Parts the floor's light from its pattern, and lets it go on behind what goes. */
export function floorLightOf(seen: SeenCells): FloorLight {
  const { columns, rows, cell, known, hole } = seen;
  const size = { width: columns, height: rows };
  const radius = Math.max(1, Math.round(smooth / cell / 2));
  const mean = (values: Float32Array): Plane => boxMean(boxMean(new Plane(size, values), radius), radius);
  const weight = mean(Float32Array.from(known));
  const own = seen.colours.map((plane) =>
    mean(plane.map((value, i) => (known[i] ? value : 0))).values.map(
      (value, i) => value / Math.max(1e-3, weight.at(i)),
    ),
  );
  const away = distancesTo(hole, size);
  const isKnown = known.map((is, i) => (is && weight.at(i) > leastAround ? 1 : 0));
  const usual = usualOf(own, isKnown);
  const isFar = usual.map((is, i) => (is && away.at(i) * cell > shade ? 1 : 0));
  const light = lightBehind(own, count(isFar) > leastFar * count(usual) ? isFar : usual, seen);
  spanMembrane(own, { ...size, known: isKnown, domain: new Uint8Array(known.length).fill(1) });
  const shaded = away.map((value) => Math.max(0, Math.min(1, 2 * (1 - (value * cell) / shade)))).values;
  return { light, own, shaded, usual };
}

const count = (of: Uint8Array): number => of.reduce((sum, value) => sum + value, 0);

const greyOf = (planes: readonly Float32Array[]): Float32Array =>
  planes.reduce(
    (sum, plane, c) => sum.map((value, i) => value + (luminanceWeights[c] ?? 0) * (plane[i] as number)),
    new Float32Array(planes[0]?.length ?? 0),
  );

/** Known cells without those that the sun shines on, if these are few. */
function usualOf(own: readonly Float32Array[], known: Uint8Array): Uint8Array {
  const grey = greyOf(own);
  const most = sunny * medianOf(grey.filter((_, i) => known[i]));
  const inShade = known.map((is, i) => (is && (grey[i] as number) < most ? 1 : 0));
  return count(inShade) > (1 - mostSunny) * count(known) ? inShade : known;
}

/** Light that goes on from what is known of it: a membrane on the slope that fits all best, which it nears with the distance. */
function lightBehind(
  own: readonly Float32Array[],
  known: Uint8Array,
  { columns, rows, cell }: Cells,
): Float32Array[] {
  const domain = new Uint8Array(known.length).fill(1);
  const grey = greyOf(own);
  const slope = slopeOf(grey, known, columns);
  const slopes = own.map((plane) => {
    const tint = medianOf(
      plane.map((value, i) => value / Math.max(1, grey[i] as number)).filter((_, i) => known[i]),
    );
    return slope.map((value) => value * tint);
  });
  const off = own.map((plane, c) => plane.map((value, i) => (known[i] ? value - (slopes[c]?.[i] ?? 0) : 0)));
  spanMembrane(off, { width: columns, height: rows, known, domain }, (cell / lightReach) ** 2);
  return off.map((plane, c) => plane.map((value, i) => value + (slopes[c]?.[i] ?? 0)));
}

/** The plane that fits known values best, no lower or higher than most of them. */
function slopeOf(plane: Float32Array, known: Uint8Array, columns: number): Float32Array {
  const cells = Array.from(known.keys()).filter((i) => known[i]);
  const mean = (of: (i: number) => number): number => cells.reduce((sum, i) => sum + of(i), 0) / cells.length;
  const [x, z] = [(i: number) => i % columns, (i: number) => Math.floor(i / columns)] as const;
  const [mx, mz, mv] = [mean(x), mean(z), mean((i) => plane[i] as number)];
  const product = (a: (i: number) => number, b: (i: number) => number): number => mean((i) => a(i) * b(i));
  const [dx, dz, dv] = [
    (i: number) => x(i) - mx,
    (i: number) => z(i) - mz,
    (i: number) => (plane[i] as number) - mv,
  ] as const;
  const [xx, zz, xz, xv, zv] = [
    product(dx, dx),
    product(dz, dz),
    product(dx, dz),
    product(dx, dv),
    product(dz, dv),
  ];
  const size = xx * zz - xz * xz + 1e-6;
  const [sx, sz] = [(xv * zz - zv * xz) / size, (zv * xx - xv * xz) / size];
  const values = Float32Array.from(cells, (i) => plane[i] as number);
  const [low, high] = [quantile(values, 0.15), quantile(values, 0.85)];
  return plane.map((_, i) => Math.max(low, Math.min(high, mv + sx * dx(i) + sz * dz(i))));
}
