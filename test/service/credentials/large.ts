import sharp from "sharp";
import { openSigner } from "../../../lambdas/runtime/credentials/sign-picture.ts";
import type { Log } from "../../../lambdas/runtime/log.ts";
import { newSigningSettings, refurnished } from "../../support/credentials.ts";

/** Prints what it costs to sign a picture of 12 megapixels: processor time, bytes, and this process's memory. */
export async function measureLarge(): Promise<void> {
  const { settings } = await newSigningSettings();
  const sign = openSigner(settings);
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const source = { contentHash: "ab".repeat(32), credentials: null };
  await sign(large, refurnished, source, {} as Log);
  const peak = process.resourceUsage().maxRSS;
  const started = process.cpuUsage();
  const times = 10;
  let signed: Buffer = large;
  for (let time = 0; time < times; time += 1) signed = await sign(large, refurnished, source, {} as Log);
  const { user, system } = process.cpuUsage(started);
  console.log(
    `12 megapixels, ${large.length} bytes: ${Math.round((user + system) / times / 1000)} ms of processor time, ` +
      `+${signed.length - large.length} bytes; peak of this process ${Math.round(peak / 1024)} MiB`,
  );
}
