import type { Source } from "@image-staging/inference-contract/serving/model";
import { open } from "@image-staging/inference-contract/serving/picture";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { placed } from "./furniture.ts";
import { marked, markOf, placeholders, type Sheet } from "./lettering.ts";
import { percentile, type Sample, sample, toJpeg } from "./picture.ts";
import { drawScene, type Point, stand } from "./scene.ts";
import { mix, styleOf } from "./styles.ts";

/** A free round spot inside a plan, in samples. */
type Spot = { x: number; y: number; radius: number };

/** Marks the flat, whatever its shape: what has ink on all four sides. */
function insideOf(ink: Uint8Array, width: number): Uint8Array {
  const height = ink.length / width;
  const inside = new Uint8Array(ink.length).fill(1);
  /** Clears what each line meets before its first ink. */
  const sweep = (lines: number, steps: number, at: (line: number, step: number) => number) => {
    for (let line = 0; line < lines; line++)
      for (let step = 0; step < steps && !ink[at(line, step)]; step++) inside[at(line, step)] = 0;
  };
  sweep(height, width, (y, x) => y * width + x);
  sweep(height, width, (y, x) => (y + 1) * width - 1 - x);
  sweep(width, height, (x, y) => y * width + x);
  sweep(width, height, (x, y) => (height - 1 - y) * width + x);
  return inside;
}

/** Steps (chamfer distance, in samples) from every sample to the nearest marked one. */
function distanceTo(marked: Uint8Array, width: number): Float32Array {
  const far = Float32Array.from(marked, (mark) => (mark ? 0 : Infinity));
  const at = (x: number, y: number) => (x < 0 || x >= width ? Infinity : (far[y * width + x] ?? Infinity));
  for (const back of [1, -1])
    for (let step = 0; step < far.length; step++) {
      const nth = back > 0 ? step : far.length - 1 - step;
      const [x, y] = [nth % width, Math.floor(nth / width)];
      const straight = Math.min(at(x - back, y), at(x, y - back)) + 1;
      const across = Math.min(at(x - back, y - back), at(x + back, y - back)) + Math.SQRT2;
      far[nth] = Math.min(at(x, y), straight, across);
    }
  return far;
}

/** Finds the flat in a small grey copy of a plan, and the six largest free spots on its floor, largest first. */
export function readPlan(plan: Sample) {
  const { width } = plan;
  const paper = percentile(plan, 0.9);
  // In a small copy thin window lines are only grey, lettering is black.
  const darker = (part: number) => plan.pixels.map((value) => (value < paper * part ? 1 : 0));
  const [ink, inside] = [darker(0.72), insideOf(darker(0.86), width)];
  const taken = ink.map((mark, at) => (mark || !inside[at] ? 1 : 0));
  const free = distanceTo(taken, width);
  const all = Array.from(free, (radius, at): Spot => ({ x: at % width, y: Math.floor(at / width), radius }));
  const spots: Spot[] = [];
  for (const spot of all.filter(({ radius }) => radius >= width * 0.03).sort((a, b) => b.radius - a.radius)) {
    const apart = ({ x, y, radius }: Spot) => Math.hypot(x - spot.x, y - spot.y) >= radius + spot.radius;
    if (spots.length < 6 && spots.every(apart)) spots.push(spot);
  }
  return { ink, inside, spots };
}

/** The furniture for the free spots of a plan, largest spot first: its name, its radius in metres and its pieces. */
const groups: [name: string, radius: number, pieces: string][] = [
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
  const order = weighed.sort((a, b) => b.weight - a.weight).map(({ spot }) => spot);
  return order.flatMap((spot, nth) =>
    groups.slice(nth, nth + 1).map(([text, radius, pieces]) => {
      const put = stand({ x: 0, z: 0, turn: Math.floor(random() * 4) * 90 });
      return { ...spot, text, pieces, put, scale: spot.radius / radius };
    }),
  );
}

/** A floor plan on paper in a style's colours, with labelled furniture on its free floor. */
export async function stageFloorplan(
  source: Sheet<Source>,
  preset: StylePreset | null,
  random: () => number,
) {
  const style = styleOf(preset);
  const { width, height } = source;
  const small = await sample(source.data, 320);
  const { inside, spots } = readPlan(small);
  const zoom = width / small.width;
  const symbols = furnishPlan(spots, random).map((one) => ({ ...one, x: one.x * zoom, y: one.y * zoom }));
  const largest = Math.min(...symbols.map(({ scale }) => scale)) * 1.7;
  const drawn = symbols.map(({ x, y, pieces, put, scale }) => {
    const pixels = Math.min(largest, scale) * zoom;
    // Seen from above: z points up the page.
    const project = (point: Point) => {
      const [right, , up] = put(point);
      return [x + right * pixels, y - up * pixels] as const;
    };
    return drawScene(placed(pieces), style, { eye: [0, 1e6, 0], project }).svg;
  });
  const mark = markOf(source, "floorplan");
  const words = { text: `Style: ${preset ?? "default"}`, x: 0, y: mark.top + mark.height * 1.6 };
  const content = placeholders(drawn.join(""), [...symbols, words], source);
  // Paper and floor in the style's colours, multiplied: ink stays ink.
  const [paper, floor] = [mix(style.wall, [255, 255, 255], 0.35), mix(style.wood, [255, 244, 228], 0.68)];
  const tint = Buffer.from(Array.from(inside, (mark) => (mark ? floor : paper)).flat());
  const input = await sharp(tint, { raw: { width: small.width, height: small.height, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .png()
    .toBuffer();
  const overlays = [{ input, blend: "multiply" as const }, marked(source, "floorplan", content)];
  return toJpeg(open(source.data).composite(overlays));
}
