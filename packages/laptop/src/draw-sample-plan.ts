import { generatePlan } from "@image-staging/generated/plans";
import sharp from "sharp";

/** A flat with a living room, two bedrooms, kitchen and bathroom, and sizes in metres. */
const [seed, longest] = [3, 1200];

/** Draws samples/plan.jpg, which the playground sends as a floor plan. It is drawn once and kept. */
const { picture } = await generatePlan(seed, longest);
const { width, height, data } = picture;
await sharp(data, { raw: { width, height, channels: 3 } })
  .jpeg({ quality: 92, mozjpeg: true })
  .toFile(new URL("../samples/plan.jpg", import.meta.url).pathname);
