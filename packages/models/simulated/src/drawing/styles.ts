import type { StylePreset } from "@image-staging/inference-contract/vocabulary";

/** What a style means to the simulated model: furniture colours, and the grade of the photograph around them. */
export type Style = {
  main: string;
  second: string;
  accent: string;
  wood: string;
  /** Colour of repainted walls and of a tinted floor plan. */
  wall: string;
  /** Colour towards which the whole picture is tinted. */
  light: string;
  /** 1 keeps the source's saturation. */
  saturation: number;
};

const styles: Record<StylePreset, Style> = {
  modern: {
    main: "#56636e",
    second: "#d5d8da",
    accent: "#d9a441",
    wood: "#8d7259",
    wall: "#eef0f1",
    light: "#a8b4c0",
    saturation: 0.86,
  },
  scandi: {
    main: "#b9c6c9",
    second: "#efece6",
    accent: "#6f99a3",
    wood: "#dcbf93",
    wall: "#f7f5f0",
    light: "#c6c9c6",
    saturation: 0.78,
  },
  boho: {
    main: "#b9694a",
    second: "#e7d4b2",
    accent: "#6f8350",
    wood: "#aa8159",
    wall: "#f3e4cf",
    light: "#c9a27d",
    saturation: 1.1,
  },
  country: {
    main: "#8da28c",
    second: "#efe6d6",
    accent: "#a9574f",
    wood: "#a0764a",
    wall: "#f1ead8",
    light: "#bdb493",
    saturation: 0.96,
  },
  industrial: {
    main: "#4b4845",
    second: "#97938e",
    accent: "#b8652f",
    wood: "#70503a",
    wall: "#cfcac3",
    light: "#938779",
    saturation: 0.72,
  },
  mediterranean: {
    main: "#2f72a3",
    second: "#f5ecdb",
    accent: "#dc8e4d",
    wood: "#bd9263",
    wall: "#fbf3e1",
    light: "#c4b491",
    saturation: 1.14,
  },
  luxury: {
    main: "#1f4a47",
    second: "#dccdae",
    accent: "#c8a45c",
    wood: "#513829",
    wall: "#ece3d2",
    light: "#a58d68",
    saturation: 1.0,
  },
  eclectic: {
    main: "#76428c",
    second: "#efc653",
    accent: "#1f8c8a",
    wood: "#8f5d3e",
    wall: "#f2ecdc",
    light: "#b59fae",
    saturation: 1.2,
  },
  japandia: {
    main: "#7f766a",
    second: "#dcd4c6",
    accent: "#3f4c42",
    wood: "#bd9d76",
    wall: "#f0eadf",
    light: "#b5a78f",
    saturation: 0.76,
  },
};

const neutral: Style = {
  main: "#6d7d8a",
  second: "#dfe1e2",
  accent: "#c98d5a",
  wood: "#a58562",
  wall: "#f4f3f0",
  light: "#b0b0ac",
  saturation: 0.95,
};

/** The palette of a preset; without one, the model's own default. */
export const styleOf = (preset: StylePreset | null): Style => (preset === null ? neutral : styles[preset]);
