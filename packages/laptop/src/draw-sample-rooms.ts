import { type GeneratedRoom, generatePanorama, generateRoom } from "@image-staging/generated/rooms";
import sharp from "sharp";

/** A room that shows the model well: daylight from the side, a wall for the sofa, a door that stays free. */
const seed = 4;
const [width, height] = [1200, 800];
const around = 2400;

async function store({ picture }: GeneratedRoom, name: string): Promise<void> {
  const { width, height, data } = picture;
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, mozjpeg: true })
    .toFile(new URL(`../samples/${name}.jpg`, import.meta.url).pathname);
}

/** Draws samples/*.jpg, which the playground and the demo send: a photo and a panorama of one room. It takes half a minute. */
await store(generateRoom(seed, { width, height }), "room");
await store(generatePanorama(seed, around), "panorama");
