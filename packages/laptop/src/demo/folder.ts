import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Mode, StylePreset } from "@image-staging/client";
import { asker, listingOf, listingRule, stageFolder } from "@image-staging/client/folder";
import { open } from "@image-staging/inference-contract/serving/picture";
import { Failure } from "../failure.ts";
import { clientOf, withService } from "./service.ts";

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

type Options = {
  out?: string | undefined;
  style?: StylePreset | undefined;
  mode?: Mode | undefined;
  listing?: string | undefined;
  dryRun?: boolean | undefined;
};

/** Pixels of a small copy, null of a damaged picture: sharp reads every format that the service takes. */
const decode = (bytes: Uint8Array) =>
  open(Buffer.from(bytes))
    .resize(128, 128, { fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(
      ({ data, info: { width, height } }) => ({ data, width, height }),
      () => null,
    );

/** Stages the pictures of a folder, as the partners' program does. Throws a Failure if some are not staged. */
export async function stageOwnFolder(folder: string, options: Options): Promise<void> {
  const listing = options.listing ?? listingOf(folder);
  if (!listingRule.test(listing))
    throw new Failure(2, `--listing has 1 to 100 characters of A-Z a-z 0-9 . _ -.`);
  if (options.mode === "clean") throw new Failure(2, "A folder is staged by refurnish or renovate.");
  const settings = { style: options.style ?? "modern", mode: options.mode ?? "refurnish", listing } as const;
  await withService(async (service) => {
    const isStaged = await stageFolder({
      ...{ client: clientOf(service), folder, settings, decode },
      out: options.out ?? join(folder, "staged"),
      dryRun: options.dryRun ?? false,
      askRoom: asker(() => createInterface({ input: process.stdin, output: process.stdout })),
      terminal: {
        isTerminal: process.stdout.isTTY === true,
        say: (line) => console.log(line),
        write: (text) => process.stdout.write(text),
      },
    });
    if (!isStaged) throw new Failure(1, "Some pictures are not staged: the report says why.");
  });
}
