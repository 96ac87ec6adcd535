import { neutral, presets, type StylePreset } from "@image-staging/inference-contract/vocabulary";

/** How the simulated model grades the photograph around the furniture of a style. */
type Grade = {
  /** Colour towards which the whole picture is tinted. */
  light: string;
  /** 1 keeps the source's saturation. */
  saturation: number;
};

const grades: Record<StylePreset, Grade> = {
  modern: { light: "#a8b4c0", saturation: 0.86 },
  scandi: { light: "#c6c9c6", saturation: 0.78 },
  boho: { light: "#c9a27d", saturation: 1.1 },
  country: { light: "#bdb493", saturation: 0.96 },
  industrial: { light: "#938779", saturation: 0.72 },
  mediterranean: { light: "#c4b491", saturation: 1.14 },
  luxury: { light: "#a58d68", saturation: 1.0 },
  eclectic: { light: "#b59fae", saturation: 1.2 },
  japandia: { light: "#b5a78f", saturation: 0.76 },
};

const fixedTones = {
  metal: "#aeb4b8",
  white: "#f6f6f4",
  plant: "#6d8f5c",
  water: "#a9d0dc",
  dark: "#33363a",
  glow: "#fbe9bd",
};

/** The style of a preset; without one, the model's own default. */
export function styleOf(preset: StylePreset | null) {
  const { colours } = preset === null ? neutral : presets[preset];
  const grade = preset === null ? { light: "#b0b0ac", saturation: 0.95 } : grades[preset];
  const tones: Record<string, string> = { ...fixedTones, ...colours };
  return { tones, wood: colours.wood, wall: colours.wall, ...grade };
}

/** The colours of a style's furniture by their tones, of repainted walls and of tinted plans, and its grade. */
export type Style = ReturnType<typeof styleOf>;
export type Rgb = [number, number, number];

export const rgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const channel = (value: number) =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0");

/** The colour at `part` (0 to 1) of the way from one #rrggbb colour to another. */
export const mix = (from: string, to: string, part: number) => {
  const goal = rgb(to);
  return `#${rgb(from)
    .map((value, nth) => channel(value + ((goal[nth] ?? 0) - value) * part))
    .join("")}`;
};

/** A colour under more (> 1) or less (< 1) light. */
export const lit = (colour: string, light: number) =>
  light > 1 ? mix(colour, "#ffffff", light - 1) : mix("#000000", colour, light);
