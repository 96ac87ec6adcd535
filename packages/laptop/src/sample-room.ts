import { readFile } from "node:fs/promises";

/** A drawn photo of an empty room, 1200 x 800, as a JPEG (draw-sample-room.ts makes it). */
export const readSampleRoom = (): Promise<Buffer> =>
  readFile(new URL("../samples/room.jpg", import.meta.url));
