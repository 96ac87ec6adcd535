import { generateRoom } from "@image-staging/rendered/rooms";
import sharp from "sharp";

/** A room that shows the model well: daylight from the side, a wall for the sofa, a door that stays free. */
const seed = 4;
const [width, height] = [1200, 800];

/** Draws samples/room.jpg, which the playground and the demo send. It takes seconds, so it is drawn once and kept. */
await sharp(generateRoom(seed, { width, height }).picture.data, { raw: { width, height, channels: 3 } })
  .jpeg({ quality: 90, mozjpeg: true })
  .toFile(new URL("../samples/room.jpg", import.meta.url).pathname);
