import type { Source } from "@image-staging/inference-contract/serving/model";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { type Placed, placed } from "./furniture.ts";
import { drawLegend } from "./legend.ts";
import { plate } from "./lettering.ts";
import { furnitureLayer, labelHeight, marked, markOf, type Size } from "./overlay.ts";
import { open, type Sample, sample, stretched, toJpeg } from "./picture.ts";
import { readPlan, type Spot } from "./plan-rooms.ts";
import { drawScene, type Point, stand } from "./scene.ts";
import { mix, rgb, type Style, styleOf } from "./styles.ts";

type Group = readonly [name: string, radius: number, pieces: string];

/** The furniture for the free spots of a plan, largest spot first: its name, its radius in metres and its pieces. */
const groups: Group[] = [
  ["Sofa group", 1.9, "Rug 0 -0.5, Coffee table 0 -0.6, Sofa 0 0.55"],
  ["Bed", 1.72, "Bed 0 0, Bedside -1.1 0.8, Bedside 1.1 0.8"],
  ["Dining table", 1.35, "Dining table 0 0"],
  ["Single bed", 1.2, "Single bed 0 0"],
  ["Desk", 1.1, "Desk 0 0.15"],
  ["Armchair", 0.75, "Armchair 0 0"],
];

/** What stands on which spot: the seed turns groups, and swaps those on spots of similar size. */
function furnishPlan(spots: Spot[], random: () => number) {
  const weighed = spots.map((spot) => ({ spot, weight: spot.radius * (0.8 + random() * 0.4) }));
  const order = weighed.sort((a, b) => b.weight - a.weight);
  return groups.flatMap(([name, radius, pieces], nth) => {
    const spot = order[nth]?.spot;
    return spot
      ? [{ name, spot, pieces, scale: spot.radius / radius, turn: Math.floor(random() * 4) * 90 }]
      : [];
  });
}

/** The pieces of a group around (0, 0), the whole group turned. */
const turned = (pieces: string, turn: number): Placed[] =>
  placed(pieces).map(({ piece, x, z }) => {
    const [turnedX, , turnedZ] = stand({ x: 0, z: 0, turn })([x, 0, z]);
    return { piece, x: turnedX, z: turnedZ, turn };
  });

/** Paper and floor in the style's colours, for multiplying: ink stays ink. */
function tint({ width, height }: Size, inside: Uint8Array, style: Style): Sample {
  const [paper, floor] = [rgb(mix(style.wall, "#ffffff", 0.35)), rgb(mix(style.wood, "#fff4e4", 0.68))];
  const pixels = Buffer.from(Array.from(inside, (mark) => (mark ? floor : paper)).flat());
  return { pixels, width, height, channels: 3 };
}

/** A floor plan on paper in a style's colours, with numbered furniture on its free floor and a legend. */
export async function stageFloorplan(source: Source, preset: StylePreset | null, random: () => number) {
  const style = styleOf(preset);
  const small = await sample(source.data, 320, "grey");
  const { ink, inside, spots } = readPlan(small);
  const zoom = source.width / small.width;
  const symbols = furnishPlan(spots, random);
  const largest = Math.min(...symbols.map(({ scale }) => scale)) * 1.7;
  const drawn = symbols.map(({ spot, pieces, scale, turn }) => {
    const pixels = Math.min(largest, scale) * zoom;
    // Seen from above: z points up the page.
    const project = ([x, , z]: Point) => [spot.x * zoom + x * pixels, spot.y * zoom - z * pixels] as const;
    return drawScene(turned(pieces, turn), style, { eye: [0, 1e6, 0], project }).svg;
  });
  const letters = labelHeight(source);
  const numbers = symbols.map(({ spot }, nth) => plate(`${nth + 1}`, spot.x * zoom, spot.y * zoom, letters));
  const mark = markOf(source, "floorplan");
  const cost = (x: number, y: number) => {
    if (x < mark.left + mark.width && y < mark.top + mark.height) return 100;
    const at = Math.floor(y / zoom) * small.width + Math.floor(x / zoom);
    return 3 * (ink[at] ?? 0) + (inside[at] ?? 0);
  };
  const lines = [`Style: ${preset ?? "default"}`, ...symbols.map(({ name }, nth) => `${nth + 1} ${name}`)];
  const legend = drawLegend(lines, source, cost);
  const content = furnitureLayer(source, drawn.join("")) + numbers.join("") + legend;
  const floor = await stretched(tint(small, inside, style), source, "multiply");
  return toJpeg(open(source.data).composite([floor, marked(source, "floorplan", content)]));
}
