import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { encodeOutput as encode } from "../../../lambdas/runtime/picture/encode-output.ts";
import { measureCandidate as measure } from "../../../lambdas/runtime/picture/measure-candidate.ts";
import { normalizePicture as normalize } from "../../../lambdas/runtime/picture/read-picture.ts";

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
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

export const measureCandidate: typeof measure = async (candidate, source) => {
  const key = `measure ${hashOf(candidate)} ${hashOf(await bytesOf(source))}`;
  return once(key, () => measure(candidate, source));
};

/** A label with a page is of this job alone: it is drawn each time. */
export const encodeOutput: typeof encode = (candidate, workflow, panorama, label) => {
  if (label?.pageUrl) return encode(candidate, workflow, panorama, label);
  const key = JSON.stringify(["encode", hashOf(candidate), workflow, panorama, label]);
  return once(key, () => encode(candidate, workflow, panorama, label));
};

export const normalizePicture: typeof normalize = async (original, workingCopy) => {
  const { result, copy } = await once(`normalize ${hashOf(await bytesOf(original))}`, async () => {
    const result = await normalize(original, workingCopy);
    return { result, copy: await readFile(workingCopy) };
  });
  await writeFile(workingCopy, copy);
  return result;
};
