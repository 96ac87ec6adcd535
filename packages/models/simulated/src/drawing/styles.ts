import { neutral, presets, type StylePreset } from "@image-staging/inference-contract/vocabulary";

export type Rgb = [red: number, green: number, blue: number];

export const rgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** The colour towards which a style tints the whole picture, and the picture's saturation: 1 keeps the source's. */
const grades: Record<StylePreset | "default", [light: string, saturation: number]> = {
  default: ["#b0b0ac", 0.95],
  modern: ["#a8b4c0", 0.86],
  scandi: ["#c6c9c6", 0.78],
  boho: ["#c9a27d", 1.1],
  country: ["#bdb493", 0.96],
  industrial: ["#938779", 0.72],
  mediterranean: ["#c4b491", 1.14],
  luxury: ["#a58d68", 1],
  eclectic: ["#b59fae", 1.2],
  japandia: ["#b5a78f", 0.76],
};

const fixed = { metal: "#aeb4b8", white: "#f6f6f4", plant: "#6d8f5c", water: "#a9d0dc", dark: "#33363a" };

/** The style of a preset; without one, the model's own default. */
export function styleOf(preset: StylePreset | null) {
  const { colours } = preset === null ? neutral : presets[preset];
  const [light, saturation] = grades[preset ?? "default"];
  const tones: Record<string, string> = { ...fixed, glow: "#fbe9bd", ...colours };
  return { tones, wood: rgb(colours.wood), wall: rgb(colours.wall), light: rgb(light), saturation };
}

/** The tones of furniture, the colours of boards, walls and light, and the grade of the picture. */
export type Style = ReturnType<typeof styleOf>;

/** The colour at `part` (0 to 1) of the way from one colour to another. */
export function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (nth: 0 | 1 | 2) => Math.round(from[nth] + (to[nth] - from[nth]) * part);
  return [at(0), at(1), at(2)];
}

/** A colour under more (> 1) or less (< 1) light. */
export const lit = (colour: Rgb, light: number) =>
  light > 1 ? mix(colour, [255, 255, 255], light - 1) : mix([0, 0, 0], colour, light);
