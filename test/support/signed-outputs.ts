import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Edit } from "../../lambdas/domain/generation/credentials.ts";
import { readCredentials } from "../../lambdas/runtime/credentials/keep-credentials.ts";
import { openSigner } from "../../lambdas/runtime/credentials/sign-picture.ts";
import type { Log } from "../../lambdas/runtime/log.ts";
import { encodeOutput } from "../../lambdas/runtime/picture/encode-output.ts";
import { newSigningSettings, refurnished, validate } from "./credentials.ts";
import { drawRoom } from "./pictures.ts";

/** Each workflow, capture and mode, by each kind of model. */
const edits: Edit[] = (["trained", "graphics"] as const).flatMap((technique) =>
  (
    [
      ["staging", "photo", "refurnish"],
      ["staging", "photo", "renovate"],
      ["staging", "photo", "clean"],
      ["staging", "panorama360", "panorama360"],
      ["staging", "floorplan", "floorplan"],
      ["pro_capture", "photo", null],
    ] as const
  ).map(([workflow, capture_type, mode]) => {
    const kept = mode === null ? 0.93 : undefined;
    return { ...refurnished, technique, workflow, capture_type, mode, kept };
  }),
);

/**
 * What of a number of outputs held in the other validator. Flips in the container of the credentials are counted apart: C2PA
 * covers what it says, and neither the labels of its boxes nor the padding, which say nothing.
 */
export type Tally = Record<
  "outputs" | "valid" | "chains" | "kept" | "flips" | "missed" | "flipsInContainer" | "missedInContainer",
  number
>;

/**
 * Signs outputs of all workflows as approval does, every third from an original that has credentials, and counts what the
 * other validator says of them, and of copies with one flipped bit each.
 */
export async function trySignedOutputs(outputs: number, flipsEach: number): Promise<Tally> {
  const { settings } = await newSigningSettings();
  const sign = openSigner(settings);
  const folder = mkdtempSync(join(tmpdir(), "signed-"));
  const tally: Tally = {
    outputs,
    valid: 0,
    chains: 0,
    kept: 0,
    flips: 0,
    missed: 0,
    flipsInContainer: 0,
    missedInContainer: 0,
  };
  let original: Buffer | null = null;
  for (let index = 0; index < outputs; index += 1) {
    const edit = edits[index % edits.length] ?? refurnished;
    const size = { width: 240 + (index % 97), height: 160 + (index % 61) };
    const { width, height } = edit.capture_type === "panorama360" ? { width: 320, height: 160 } : size;
    const panorama = edit.capture_type === "panorama360" ? { width, height, poseHeading: null } : null;
    const candidate = await drawRoom({ width, height }).jpeg().toBuffer();
    const contentHash = index.toString(16).padStart(64, "0");
    const isChained = original !== null && index % 3 === 0;
    let credentials: Buffer | null = null;
    if (original !== null && isChained) {
      const file = join(folder, "original.jpg");
      writeFileSync(file, original);
      credentials = await readCredentials(file, "jpeg", contentHash);
    }
    const picture = await encodeOutput(candidate, edit, panorama);
    const signed = await sign(picture, edit, { contentHash, credentials }, {} as Log);
    const { isValid, manifests } = await validate(signed);
    tally.valid += Number(isValid);
    tally.chains += Number(isChained);
    tally.kept += Number(isChained && manifests > 1);
    const container = { start: 2, end: 2 + signed.length - picture.length };
    for (let flip = 0; flip < flipsEach; flip += 1)
      await tryFlip(signed, index * 7919 + flip * 104_729, container, tally);
    if (!isChained) original = signed;
  }
  rmSync(folder, { recursive: true });
  return tally;
}

/** Flips one bit, at places that all outputs together spread over the whole file. */
async function tryFlip(
  signed: Buffer,
  place: number,
  container: { start: number; end: number },
  tally: Tally,
): Promise<void> {
  const at = place % signed.length;
  const tampered = Buffer.from(signed);
  tampered[at] = (tampered[at] ?? 0) ^ (1 << (place % 8));
  const missed = await validate(tampered).then(
    ({ isValid }) => isValid,
    () => false,
  );
  const isContainer = at >= container.start && at < container.end;
  tally[isContainer ? "flipsInContainer" : "flips"] += 1;
  tally[isContainer ? "missedInContainer" : "missed"] += Number(missed);
}
