import type { Source } from "@image-staging/inference-contract/serving/model";
import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import type { OverlayOptions } from "sharp";
import { colourMatrix, grade, type Strength } from "./grade.ts";
import { simulatedMark } from "./mark.ts";
import { drawLabels, furnitureLayer, svg } from "./overlay.ts";
import { equirectangular, furnishAround } from "./panorama.ts";
import { furnish } from "./photo.ts";
import { open, toJpeg } from "./picture.ts";
import { whiteBalance } from "./pro-capture.ts";
import { drawScene, type View } from "./scene.ts";
import type { Placed } from "./solid.ts";
import type { Style } from "./styles.ts";

function overlay(source: Source, scene: Placed[], style: Style, view: View): OverlayOptions {
  const drawn = drawScene(scene, style, view);
  const content =
    furnitureLayer(source, drawn.svg) + drawLabels(drawn.labels, source, view.period === undefined);
  if (view.period === undefined) return { input: svg(source, content + simulatedMark(source, "photo")) };
  const turns = [-view.period, 0, view.period].map((x) => `<g transform="translate(${x} 0)">${content}</g>`);
  return { input: svg(source, turns.join("") + simulatedMark(source, "panorama360")) };
}

/** A photograph in a style's colours, with the rooms' furniture as labelled placeholders. */
export function stagePhoto(
  source: Source,
  roomTypes: RoomType[],
  style: Style,
  strength: Strength,
  random: () => number,
) {
  const { picture, overlays } = grade(source, style, strength, random);
  const { scene, view } = furnish(roomTypes, source.width, source.height, random);
  return toJpeg(picture.composite([...overlays, overlay(source, scene, style, view)]));
}

/** An equirectangular panorama in a style's colours, with placeholders around the viewer. */
export function stagePanorama(source: Source, style: Style, random: () => number) {
  const { picture, overlays } = grade(source, style, "light", random);
  const view = equirectangular(source.width, source.height);
  return toJpeg(picture.composite([...overlays, overlay(source, furnishAround(random), style, view)]));
}

/** A photograph in neutral colours with nothing drawn in it: this model cannot remove anything. */
export async function cleanPhoto(source: Source, random: () => number) {
  const brightness = 1.05 + random() * 0.04;
  const [r, g, b] = await whiteBalance(source);
  const neutral = colourMatrix(0.92, [r * brightness, g * brightness, b * brightness]);
  return toJpeg(
    open(source.data)
      .recomb(neutral)
      .composite([{ input: svg(source, simulatedMark(source, "photo")) }]),
  );
}
