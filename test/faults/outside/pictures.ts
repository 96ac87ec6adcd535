import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { measureCandidate as measure } from "../../../lambdas/approval/measure/measure-candidate.ts";
import {
  measureDrift as drift,
  measureMasked as masked,
} from "../../../lambdas/approval/measure/measure-drift.ts";
import { measureGrade as grade } from "../../../lambdas/approval/measure/measure-grade.ts";
import type { Pixels } from "../../../lambdas/runtime/picture/decoder.ts";
import { encodeOutput as encode } from "../../../lambdas/runtime/picture/encode-output.ts";
import type { encodePreview as preview } from "../../../lambdas/runtime/picture/encode-preview.ts";
import { normalizePicture as normalize } from "../../../lambdas/runtime/picture/read-picture.ts";

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const bytesOf = (picture: string | Uint8Array): Promise<Uint8Array> =>
  typeof picture === "string" ? readFile(picture) : Promise.resolve(picture);

/** What the real functions gave or threw, by what they were given: histories use the same few pictures. */
const known = new Map<string, Promise<unknown>>();

function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  const made = (known.get(key) as Promise<T> | undefined) ?? make();
  known.set(key, made);
  made.catch(() => {});
  return made;
}

export { encodeMask } from "../../../lambdas/runtime/picture/encode-output.ts";
export { wholeDecodeProblem } from "../../../lambdas/runtime/picture/read-picture.ts";

const samplesOf = (candidate: Buffer | Pixels): Buffer =>
  "pixels" in candidate ? candidate.pixels : candidate;

const pairOf = (candidate: Pixels, source: Pixels): string =>
  `${hashOf(candidate.pixels)} ${hashOf(source.pixels)}`;

export const measureCandidate: typeof measure = (candidate, source) =>
  once(`measure ${pairOf(candidate, source)}`, () => measure(candidate, source));

export const measureDrift: typeof drift = (candidate, source) =>
  once(`drift ${pairOf(candidate, source)}`, () => drift(candidate, source));

export const measureMasked: typeof masked = (candidate, source, marked) =>
  once(`masked ${pairOf(candidate, source)} ${hashOf(marked.pixels)}`, () =>
    masked(candidate, source, marked),
  );

export const measureGrade: typeof grade = (candidate, source, homography) =>
  once(`grade ${pairOf(candidate, source)} ${homography}`, () => grade(candidate, source, homography));

/** What the simulation writes behind an output: the candidate that it was made of, and the page that its code leads to. */
export type Trailer = { candidate: string; page: string | null };
export const trailerOf = (picture: Buffer): Trailer =>
  JSON.parse(/\n(\{.*\})/.exec(picture.subarray(-400).toString("latin1"))?.[1] ?? "null");

/** The pictures are too small for a QR code: the address of the page that it would lead to follows the picture. */
export const encodeOutput: typeof encode = async (candidate, workflow, panorama, label) => {
  const drawn = label && { ...label, pageUrl: null };
  const key = JSON.stringify(["encode", hashOf(samplesOf(candidate)), workflow, panorama, drawn]);
  const picture = await once(key, () => encode(candidate, workflow, panorama, drawn));
  const trailer: Trailer = { candidate: hashOf(samplesOf(candidate)), page: label?.pageUrl ?? null };
  return Buffer.concat([picture, Buffer.from(`\n${JSON.stringify(trailer)}`)]);
};

export const encodePreview: typeof preview = async (picture) =>
  Buffer.from(`a preview of ${hashOf(picture)}`);

export const normalizePicture: typeof normalize = async (original, workingCopy) => {
  const { result, copy } = await once(`normalize ${hashOf(await bytesOf(original))}`, async () => {
    const result = await normalize(original, workingCopy);
    return { result, copy: await readFile(workingCopy) };
  });
  await writeFile(workingCopy, copy);
  return result;
};
