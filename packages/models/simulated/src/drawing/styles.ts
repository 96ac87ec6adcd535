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

/** What a style means to the simulated model: its colours (`wall` repaints walls and tints floor plans), and the grade. */
export type Style = typeof neutral.colours & Grade;

/** The style of a preset; without one, the model's own default. */
export const styleOf = (preset: StylePreset | null): Style =>
  preset === null
    ? { ...neutral.colours, light: "#b0b0ac", saturation: 0.95 }
    : { ...presets[preset].colours, ...grades[preset] };
