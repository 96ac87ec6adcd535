import type { Source } from "@image-staging/inference-contract/serving/model";
import type { Task } from "@image-staging/inference-contract/serving/request";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { drawLabels, furnitureLayer, marked, svg } from "./overlay.ts";
import { colourMatrix, open, type Row, toJpeg, wash, whiteBalance } from "./picture.ts";
import { furnish, furnishAround } from "./rooms.ts";
import { drawScene } from "./scene.ts";
import { rgb, type Style, styleOf } from "./styles.ts";

/** A colour that changes its opacity down the picture: [where, opacity] from the top (0) to the bottom (1). */
function fade(source: Source, colour: string, ...stops: (readonly [at: number, opacity: number])[]) {
  const marks = stops.map(
    ([at, part]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${part}"/>`,
  );
  const gradient = `<linearGradient id="g" x2="0" y2="1">${marks.join("")}</linearGradient>`;
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
  const light = rgb(style.light);
  // Grey leans towards the light's colour, and white does not burn out.
  const lean = (value: number) => (value / Math.max(...light)) ** (strong ? 0.6 : 0.45) * brightness;
  const gains: Row = [lean(light[0]) * warmth, lean(light[1]), lean(light[2]) / warmth];
  const saturation = 1 + (style.saturation - 1) * (strong ? 1.3 : 1);
  return {
    picture: open(source.data).recomb(colourMatrix(saturation, gains)),
    overlays: [
      wash(source, light, 0.3 + random() * 0.08, "soft-light"),
      ...(strong ? repaint(source, style) : []),
    ],
  };
}

type Furnished = Extract<Task, { roomTypes: unknown }>;

/** A photograph in a style's colours, with the rooms' furniture as labelled placeholders. */
export function stagePhoto(
  source: Source,
  { kind, roomTypes, style: preset }: Furnished,
  random: () => number,
) {
  const style = styleOf(preset);
  const { picture, overlays } = grade(source, style, kind === "renovate", random);
  const { scene, view } = furnish(roomTypes, source.width, source.height, random);
  const { svg, labels } = drawScene(scene, style, view);
  const content = furnitureLayer(source, svg) + drawLabels(labels, source, true);
  return toJpeg(picture.composite([...overlays, marked(source, "photo", content)]));
}

/** An equirectangular panorama in a style's colours, with placeholders around the viewer. */
export function stagePanorama(source: Source, preset: StylePreset | null, random: () => number) {
  const style = styleOf(preset);
  const { picture, overlays } = grade(source, style, false, random);
  const { scene, view } = furnishAround(source.width, source.height, random);
  const { svg, labels } = drawScene(scene, style, view);
  const content = furnitureLayer(source, svg) + drawLabels(labels, source, false);
  const turns = [-1, 0, 1].map((turn) => `<g transform="translate(${turn * source.width} 0)">${content}</g>`);
  return toJpeg(picture.composite([...overlays, marked(source, "panorama360", turns.join(""))]));
}

/** A photograph in neutral colours with nothing drawn in it: this model cannot remove anything. */
export async function cleanPhoto(source: Source, random: () => number) {
  const brightness = 1.05 + random() * 0.04;
  const [r, g, b] = await whiteBalance(source);
  const neutral = colourMatrix(0.92, [r * brightness, g * brightness, b * brightness]);
  return toJpeg(
    open(source.data)
      .recomb(neutral)
      .composite([marked(source, "photo")]),
  );
}
