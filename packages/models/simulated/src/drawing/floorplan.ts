import type { Source } from "@image-staging/inference-contract/serving/model";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { mix, rgb } from "./colour.ts";
import { type FurnitureName, furniture } from "./furniture/catalogue.ts";
import { drawLegend } from "./legend.ts";
import { plate } from "./lettering.ts";
import { markOf, simulatedMark } from "./mark.ts";
import { furnitureLayer, labelHeight, svg } from "./overlay.ts";
import { open, type Sample, sample, stretched, toJpeg } from "./picture.ts";
import { type PlanRooms, readPlan, type Spot } from "./plan-rooms.ts";
import { drawScene, type View } from "./scene.ts";
import type { Style } from "./styles.ts";

/** Long side in pixels of the copy in which rooms are found. */
const readSide = 320;

type Group = {
  name: string;
  pieces: readonly (readonly [piece: FurnitureName, x: number, z: number])[];
  radius: number;
};

/** The furniture for the free spots of a plan, largest spot first; `radius` in metres. */
const groups: readonly Group[] = [
  {
    name: "Sofa group",
    radius: 1.9,
    pieces: [
      ["rug", 0, -0.5],
      ["coffeeTable", 0, -0.6],
      ["sofa", 0, 0.55],
    ],
  },
  {
    name: "Bed",
    radius: 1.72,
    pieces: [
      ["bed", 0, 0],
      ["bedside", -1.1, 0.8],
      ["bedside", 1.1, 0.8],
    ],
  },
  { name: "Dining table", radius: 1.35, pieces: [["diningSet", 0, 0]] },
  { name: "Single bed", radius: 1.2, pieces: [["singleBed", 0, 0]] },
  { name: "Desk", radius: 1.1, pieces: [["desk", 0, 0.15]] },
  { name: "Armchair", radius: 0.75, pieces: [["armchair", 0, 0]] },
];

/** Metres seen from above: z points up the page. */
const fromAbove = (x: number, y: number, pixelsPerMetre: number): View => ({
  eye: [0, 1e6, 0],
  project: ([px, , pz]) => [x + px * pixelsPerMetre, y - pz * pixelsPerMetre],
});

/** Paper and floor in the style's colours, for multiplying: ink stays ink. */
function tint({ width, height }: Sample, { inside }: PlanRooms, style: Style): Sample {
  const [paper, floor] = [rgb(mix(style.wall, "#ffffff", 0.35)), rgb(mix(style.wood, "#fff4e4", 0.68))];
  const pixels = Buffer.alloc(width * height * 3);
  for (const [at, mark] of inside.entries()) pixels.set(mark ? floor : paper, at * 3);
  return { pixels, width, height, channels: 3 };
}

type Symbol = { group: Group; spot: Spot; turn: number };

/** Which group stands on which spot: the seed turns groups and swaps those on spots of similar size. */
function furnishPlan(spots: Spot[], random: () => number): Symbol[] {
  const order = spots.map((spot) => ({ spot, weight: spot.radius * (0.8 + random() * 0.4) }));
  order.sort((a, b) => b.weight - a.weight);
  return order.flatMap(({ spot }, nth) => {
    const group = groups[nth];
    return group ? [{ group, spot, turn: Math.floor(random() * 4) * 90 }] : [];
  });
}

function drawSymbol({ group, spot, turn }: Symbol, style: Style, pixelsPerMetre: number): string {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const scene = group.pieces.map(([name, x, z]) => ({
    piece: furniture[name],
    x: x * cos - z * sin,
    z: x * sin + z * cos,
    turn,
  }));
  return drawScene(scene, style, fromAbove(spot.x, spot.y, pixelsPerMetre)).svg;
}

/** A floor plan on paper in a style's colours, with numbered furniture on its free floor and a legend. */
export async function stageFloorplan(
  source: Source,
  preset: StylePreset | null,
  style: Style,
  random: () => number,
) {
  const small = await sample(source.data, readSide, "grey");
  const plan = readPlan(small);
  const zoom = source.width / small.width;
  const symbols = furnishPlan(plan.spots, random).map((symbol) => ({
    ...symbol,
    spot: { x: symbol.spot.x * zoom, y: symbol.spot.y * zoom, radius: symbol.spot.radius * zoom },
  }));
  const scales = symbols.map(({ group, spot }) => spot.radius / group.radius);
  const largest = Math.min(...scales) * 1.7;
  const height = labelHeight(source);
  const drawn = symbols.map((symbol, nth) =>
    drawSymbol(symbol, style, Math.min(largest, scales[nth] ?? largest)),
  );
  const numbers = symbols.map(({ spot }, nth) => plate(`${nth + 1}`, spot.x, spot.y, height));
  const entries = symbols.map(({ group }, nth) => `${nth + 1} ${group.name}`);
  const mark = markOf(source, "floorplan");
  const cost = (x: number, y: number) => {
    if (x < mark.left + mark.width && y < mark.top + mark.height) return 100;
    const at = Math.floor(y / zoom) * small.width + Math.floor(x / zoom);
    return 3 * (plan.ink[at] ?? 0) + (plan.inside[at] ?? 0);
  };
  const legend = drawLegend([`Style: ${preset ?? "default"}`, ...entries], source, height, cost);
  const content =
    furnitureLayer(source, drawn.join("")) + numbers.join("") + legend + simulatedMark(source, "floorplan");
  return toJpeg(
    open(source.data).composite([
      await stretched(tint(small, plan, style), source, "multiply"),
      { input: svg(source, content) },
    ]),
  );
}
