/** The relative luminance of a colour, in the unit of its channels: linear ones for light (ITU-R BT.709-6, item 3.2). */
export const relativeLuminance = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
