/** A decoded picture: 3 bytes a pixel, sRGB, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}
