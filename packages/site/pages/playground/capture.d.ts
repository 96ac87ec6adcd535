/** For programs: see capture.js. */
export declare function guessCapture(
  size: { width: number; height: number },
  pixels: Uint8Array,
  channels: number,
): "photo" | "panorama360" | "floorplan";
