/** The share of red, green and blue in relative luminance (ITU-R BT.709-6, item 3.2). */
export const luminanceWeights = [0.2126, 0.7152, 0.0722] as const;

/** The relative luminance of a colour, in the unit of its channels: linear ones for light (ITU-R BT.709-6, item 3.2). */
export const relativeLuminance = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
