import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";
import type { SeenCells } from "./floor-cells.ts";
import { spanMembrane } from "./membrane.ts";

/** Metres over which the pattern is smoothed away to see the light. */
const smooth = 0.24;
/** The share of cells around one that must show floor, or its light is not known. */
const leastAround = 0.15;

/** The floor's light from above, sRGB levels without its pattern in three planes: as the photo has it, and on behind what goes. */
export type FloorLight = readonly Float32Array[];

/** Parts the floor's light from its pattern, and lets it go on behind what goes: a membrane, so that no edge shows. */
export function floorLightOf({ columns, rows, cell, known, colours }: SeenCells): FloorLight {
  const size = { width: columns, height: rows };
  const radius = Math.max(1, Math.round(smooth / cell / 2));
  const mean = (values: Float32Array): Plane => boxMean(boxMean(new Plane(size, values), radius), radius);
  const weight = mean(Float32Array.from(known));
  const light = colours.map((plane) =>
    mean(plane.map((value, i) => (known[i] ? value : 0))).values.map(
      (value, i) => value / Math.max(1e-3, weight.at(i)),
    ),
  );
  const isKnown = known.map((is, i) => (is && weight.at(i) > leastAround ? 1 : 0)) as Uint8Array;
  spanMembrane(light, { ...size, known: isKnown, domain: new Uint8Array(known.length).fill(1) });
  return light;
}
