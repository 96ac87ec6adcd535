import type { Source } from "@image-staging/inference-contract/serving/model";
import type { OverlayOptions, Sharp } from "sharp";
import { rgb } from "./colour.ts";
import { svg } from "./overlay.ts";
import { open, wash } from "./picture.ts";
import type { Style } from "./styles.ts";

/** How far a mode changes the photograph. */
export type Strength = "light" | "strong";

export type Row = [number, number, number];
const luma: Row = [0.2126, 0.7152, 0.0722];

/** A colour matrix that scales saturation and then each channel. */
export function colourMatrix(saturation: number, gains: Row): [Row, Row, Row] {
  const row = (channel: 0 | 1 | 2): Row => {
    const weights = luma.map((part, nth) => part * (1 - saturation) + (nth === channel ? saturation : 0));
    const [r = 0, g = 0, b = 0] = weights.map((weight) => weight * gains[channel]);
    return [r, g, b];
  };
  return [row(0), row(1), row(2)];
}

/** Channel gains that shift grey towards a colour, at most `brightness`: white must not burn out. */
function lean(hex: string, part: number, brightness: number): Row {
  const [r, g, b] = rgb(hex);
  const scale = brightness / Math.max(r, g, b) ** part;
  return [r ** part * scale, g ** part * scale, b ** part * scale];
}

type Stop = readonly [at: number, opacity: number];

/** A colour that changes its opacity down the picture. */
function fade(source: Source, colour: string, stops: readonly Stop[]): Buffer {
  const marks = stops.map(
    ([at, part]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${part}"/>`,
  );
  const gradient = `<linearGradient id="g" x2="0" y2="1">${marks.join("")}</linearGradient>`;
  return svg(source, `${gradient}<rect width="100%" height="100%" fill="url(#g)"/>`);
}

const paint = {
  glow: [
    [0, 0.75],
    [0.5, 0.65],
    [0.74, 0],
  ],
  cover: [
    [0, 0.14],
    [0.45, 0.11],
    [0.66, 0],
  ],
} as const;
const boards = [
  [0.62, 0],
  [0.85, 0.4],
  [1, 0.45],
] as const;

/** New paint above and new boards below, with a soft edge at the height at which a wall usually meets its floor. */
const repaint = (source: Source, style: Style): OverlayOptions[] => [
  { input: fade(source, style.wall, paint.glow), blend: "soft-light" },
  { input: fade(source, style.wall, paint.cover) },
  { input: fade(source, style.wood, boards), blend: "soft-light" },
];

/** The source in a style's colours. Every step treats each column alike, so a panorama closes without a seam. */
export function grade(source: Source, style: Style, strength: Strength, random: () => number) {
  const strong = strength === "strong";
  const warmth = 1 + (random() - 0.5) * 0.05;
  const brightness = 1.06 + random() * 0.05 + (strong ? 0.04 : 0);
  const saturation = 1 + (style.saturation - 1) * (strong ? 1.3 : 1);
  const [r, g, b] = lean(style.light, strong ? 0.6 : 0.45, brightness);
  const gains: Row = [r * warmth, g, b / warmth];
  const picture: Sharp = open(source.data).recomb(colourMatrix(saturation, gains));
  const overlays = [
    wash(source, rgb(style.light), 0.3 + random() * 0.08, "soft-light"),
    ...(strong ? repaint(source, style) : []),
  ];
  return { picture, overlays };
}
