import { generateRoom } from "@image-staging/rendered/rooms";
import sharp from "sharp";

/** A room that shows the model well: daylight from the side, a wall for the sofa, a door that stays free. */
const seed = 4;

/** A drawn photo of an empty room, as a JPEG of this size in pixels. */
export const drawSampleRoom = (width: number, height: number): Promise<Buffer> =>
  sharp(generateRoom(seed, { width, height }).picture.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
