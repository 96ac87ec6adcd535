import { generateRoom } from "@image-staging/generated/rooms";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { startCountedService } from "./counted-service.ts";
import { ingestedAsset, job, jsonType, measuring, type Used } from "./measured-jobs.ts";

/** A room that the rendered model understands, drawn small and enlarged to what phones upload. */
const [seed, drawn, side] = [20_003, { width: 600, height: 450 }, 1500];
const rooms = ["Living Room", "Bedroom"];

/**
 * What a job from an asset uses if the rendered model draws its candidates, which are composed by their masks and judged for
 * drift. Times are processor time: beside a model, what else the machine does lengthens others.
 */
export async function judgedJobs(): Promise<Used> {
  const { picture } = generateRoom(seed, drawn);
  const room = await sharp(picture.data, { raw: { ...drawn, channels: 3 } })
    .resize(side)
    .jpeg({ quality: 92 })
    .toBuffer();
  const running = await startCountedService({ model: "rendered" });
  try {
    const asset = await ingestedAsset(running.service, room);
    const body = (nth: number) => ({
      ...{ source_asset_id: asset, workflow: "staging", capture_type: "photo", mode: "refurnish" },
      room_types: [rooms[nth % rooms.length]],
      style_preset: stylePresets[Math.floor(nth / rooms.length) % stylePresets.length],
    });
    const measure = measuring(running, "processorMs");
    return await measure((nth) => job(running.service, JSON.stringify(body(nth)), jsonType));
  } finally {
    await running.stop();
  }
}
