import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReader } from "../../../lambdas/runtime/credentials/c2pa.ts";
import { readCredentials } from "../../../lambdas/runtime/credentials/keep-credentials.ts";
import { openSigner } from "../../../lambdas/runtime/credentials/sign-picture.ts";
import { trustOf } from "../../../lambdas/runtime/credentials/trust.ts";
import { verifyPicture } from "../../../lambdas/runtime/credentials/verify-picture.ts";
import type { Log } from "../../../lambdas/runtime/log.ts";
import { newSigningSettings, refurnished } from "../../support/credentials.ts";
import { drawRoom } from "../../support/pictures.ts";
import { startTimestamps } from "../../support/timestamps.ts";

const contentHash = "ab".repeat(32);
const nothing = { verdict: null, history: [] };

/**
 * Flips each byte of three small pictures once: as it is, from an original that another signed, and with a timestamp. Returns what `/verify`
 * says of each as it is, with how many earlier signers, and at which places it misses a flip.
 */
export async function flipEveryByte() {
  const timestamps = await startTimestamps();
  const room = await drawRoom({ width: 120, height: 80 }).jpeg().toBuffer();
  const make = (sign: ReturnType<typeof openSigner>, credentials: Buffer | null) =>
    sign(room, refurnished, { contentHash, credentials }, console as unknown as Log);
  const original = await make(openSigner((await newSigningSettings()).settings), null);
  const { settings } = await newSigningSettings();
  const trust = trustOf({ CREDENTIALS_CERTIFICATES: settings.certificates });
  const pictures = {
    plain: await make(openSigner(settings), null),
    chained: await make(openSigner(settings), await kept(original)),
    stamped: await make(openSigner({ ...settings, timestampUrl: timestamps.url }), null),
  };
  timestamps.stop();
  const check = async (picture: Buffer) => (await verifyPicture(picture, trust, startReader)) ?? nothing;
  const found = [];
  for (const [name, picture] of Object.entries(pictures)) {
    const missed: number[] = [];
    for (const at of picture.keys()) {
      const flipped = Buffer.from(picture);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      if ((await check(flipped)).verdict === "made_here") missed.push(at);
    }
    const { verdict, history } = await check(picture);
    found.push({ name, verdict, signers: history.length, flips: picture.length, missed: missed.join() });
  }
  return found;
}

/** The credentials of a picture as ingest keeps them. */
async function kept(picture: Buffer): Promise<Buffer | null> {
  const folder = mkdtempSync(join(tmpdir(), "original-"));
  writeFileSync(join(folder, "original.jpg"), picture);
  const credentials = await readCredentials(join(folder, "original.jpg"), "jpeg", contentHash);
  rmSync(folder, { recursive: true });
  return credentials;
}
