import type { Material, Rgb } from "../scene.ts";
import { type Design, designs, type SheetPlace } from "./designs.ts";
import type { Shader } from "./surface.ts";

type Art = Extract<Material, { kind: "art" }>;

const fallback: readonly Rgb[] = [
  [0.8, 0.77, 0.71],
  [0.03, 0.03, 0.035],
];

/** A print: u and v from 0 to 1 over the sheet. A name that is not known is drawn as shapes. */
export function art({ design, palette, seed }: Art): Shader {
  const draw: Design | undefined = designs[design] ?? designs.shapes;
  const colors = palette.length > 1 ? palette : fallback;
  const place: SheetPlace = { u: 0, v: 0, edge: 0, palette: colors, seed };
  return (surface, u, v, footprint) => {
    place.u = u;
    place.v = v;
    place.edge = Math.max(0.0015, footprint);
    draw?.(surface, place);
    surface.finish(0.04, 0.45);
  };
}
