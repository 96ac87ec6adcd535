/** The size of a mask or of a map of numbers over pixels, row by row. */
export interface Size {
  width: number;
  height: number;
}
