/** Rows of the picture: furniture over the room, and what the room keeps of its light. */
export interface Layers {
  first: number;
  rows: number;
  width: number;
  /** Furniture's linear colour times its coverage, then the coverage: 4 numbers a pixel. */
  furniture: Float32Array;
  /** The room's light over its light without furniture: 3 numbers a pixel. */
  kept: Float32Array;
  /** What furniture changes in the floor's reflection: 3 numbers a pixel. */
  mirrored: Float32Array;
  /** The part seen through each pixel's centre; -1 is the room. */
  parts: Int16Array;
}
