import type { Source } from "@image-staging/inference-contract/serving/model";
import type { Capture, Task } from "@image-staging/inference-contract/serving/request";
import { marked, placeholders, type Sheet, svg } from "./lettering.ts";
import { clamp, percentile, recoloured, sample, toJpeg, wash, whiteBalance } from "./picture.ts";
import { removedOverlays } from "./removed.ts";
import { furnish, furnishAround } from "./rooms.ts";
import { drawScene } from "./scene.ts";
import { type Rgb, type Style, styleOf } from "./styles.ts";

/** A colour that changes its opacity down the picture: [where, opacity] from the top (0) to the bottom (1). */
function fade(source: Source, colour: Rgb, ...stops: (readonly [at: number, opacity: number])[]) {
  const stop = ([at, part]: readonly [number, number]) =>
    `<stop offset="${at}" stop-color="rgb(${colour})" stop-opacity="${part}"/>`;
  const gradient = `<linearGradient id="g" x2="0" y2="1">${stops.map(stop).join("")}</linearGradient>`;
  return svg(source, `${gradient}<rect width="100%" height="100%" fill="url(#g)"/>`);
}

/** New paint above and new boards below, with a soft edge at the height at which a wall usually meets its floor. */
const repaint = (source: Source, { wall, wood }: Style) => [
  { ...fade(source, wall, [0, 0.75], [0.5, 0.65], [0.74, 0]), blend: "soft-light" as const },
  fade(source, wall, [0, 0.14], [0.45, 0.11], [0.66, 0]),
  { ...fade(source, wood, [0.62, 0], [0.85, 0.4], [1, 0.45]), blend: "soft-light" as const },
];

/** The source in a style's colours. Every step treats each column alike, so a panorama closes without a seam. */
function grade(source: Source, style: Style, strong: boolean, random: () => number) {
  const warmth = 1 + (random() - 0.5) * 0.05;
  const brightness = 1.06 + random() * 0.05 + (strong ? 0.04 : 0);
  const [r, g, b] = style.light;
  // Grey leans towards the light's colour, and white does not burn out.
  const lean = (value: number) => (value / Math.max(r, g, b)) ** (strong ? 0.6 : 0.45) * brightness;
  const saturation = 1 + (style.saturation - 1) * (strong ? 1.3 : 1);
  const picture = recoloured(source, saturation, [lean(r) * warmth, lean(g), lean(b) / warmth]);
  const tint = wash(source, style.light, 0.3 + random() * 0.08, "soft-light");
  return { picture, overlays: [tint, ...(strong ? repaint(source, style) : [])] };
}

type Room = Exclude<Extract<Task, { style: unknown }>, { kind: "floorplan" }>;

/** A photograph or a panorama in a style's colours, with furniture as labelled placeholders. */
export function stageRoom(source: Sheet<Source>, task: Room, random: () => number) {
  const style = styleOf(task.style);
  const isPanorama = task.kind === "panorama360";
  const { picture, overlays } = grade(source, style, task.kind === "renovate", random);
  const { scene, view } = isPanorama
    ? furnishAround(source, random)
    : furnish(task.roomTypes, source, random);
  const drawn = drawScene(scene, style, view);
  const content = placeholders(drawn.svg, drawn.labels, source, isPanorama);
  // What leaves a panorama at one side comes in at the other.
  const turns = (isPanorama ? [-1, 0, 1] : [0]).map((turn) => turn * source.width);
  const all = turns.map((x) => `<g transform="translate(${x} 0)">${content}</g>`).join("");
  return toJpeg(
    picture.composite([
      ...overlays,
      ...removedOverlays(source),
      marked(source, isPanorama ? "panorama360" : "photo", all),
    ]),
  );
}

/** A photograph in neutral colours, with nothing drawn in it but what a mask marks: this model cannot remove anything. */
export async function cleanPhoto(source: Sheet<Source>, random: () => number) {
  const gains = await whiteBalance(source, 1.05 + random() * 0.04);
  return toJpeg(
    recoloured(source, 0.92, gains).composite([...removedOverlays(source), marked(source, "photo")]),
  );
}

/** The source as a better photograph of the same room: white balance, exposure, contrast, sharpness. */
export async function proCapture(source: Sheet<Source>, capture: Capture, random: () => number) {
  const [brightness, saturation] = [0.05 * random(), 1.06 + random() * 0.04];
  const grey = await sample(source.data, 256);
  const levels = 255 / Math.max(200, percentile(grey, 0.99));
  const median = (percentile(grey, 0.5) / 255) * levels;
  // Soft light moves the median, but neither black nor white.
  const shade = 255 * (clamp(0.5 + 2 * (0.55 - median), 0.4, 0.75) + brightness);
  const overlays = [wash(source, [shade, shade, shade], 1, "soft-light")];
  // A clean plan gets a very light paper tone instead of pure white.
  if (capture === "floorplan") overlays.push(wash(source, [250, 248, 238 + random() * 12], 1, "multiply"));
  const picture = recoloured(source, saturation, await whiteBalance(source, levels));
  const sharp = picture.sharpen({ sigma: 0.8, m1: 0.4, m2: 1.4 });
  return toJpeg(sharp.composite([...overlays, marked(source, capture)]));
}
