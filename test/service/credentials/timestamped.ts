import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSigner } from "../../../lambdas/runtime/credentials/sign-picture.ts";
import type { Log } from "../../../lambdas/runtime/log.ts";
import { newSigningSettings, refurnished } from "../../support/credentials.ts";
import { startTimestamps } from "../../support/timestamps.ts";
import { pictureOf } from "./kinds.ts";
import { startValidator } from "./validator.ts";

/** What the validator says of a picture with a timestamp, by a service of timestamps that openssl answers for. */
export async function validateTimestamped(): Promise<{ valid: boolean; codes: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "timestamped-"));
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const timestamps = await startTimestamps();
  const { settings } = await newSigningSettings();
  const source = { contentHash: "ab".repeat(32), credentials: null };
  const sign = openSigner({ ...settings, timestampUrl: timestamps.url });
  const picture = await sign(await pictureOf(0), refurnished, source, {} as Log);
  timestamps.stop();
  const signers = write("signers.pem", settings.certificates);
  const validator = await startValidator(signers, write("time.pem", timestamps.authority));
  const { valid, codes } = await validator.validate(write("picture.jpg", picture));
  await validator.stop();
  rmSync(folder, { recursive: true });
  return { valid, codes };
}
