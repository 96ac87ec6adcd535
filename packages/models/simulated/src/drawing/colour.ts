type Rgb = readonly [number, number, number];

export const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const channel = (value: number) =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0");

const hex = (colour: Rgb) => `#${colour.map(channel).join("")}`;

/** The colour at `part` (0 to 1) of the way from one #rrggbb colour to another. */
export const mix = (from: string, to: string, part: number) => {
  const [a, b] = [rgb(from), rgb(to)];
  return hex([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]);
};

/** A colour under more (> 1) or less (< 1) light. */
export const lit = (colour: string, light: number) =>
  light > 1 ? mix(colour, "#ffffff", light - 1) : mix("#000000", colour, light);
