import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { WasmBuilder } from "@contentauth/c2pa-wasm";
import * as v from "valibot";
import { claimGenerator, sourceIngredient } from "../../domain/generation/credentials.ts";
import type { Format } from "../picture/format.ts";
import { startReader } from "./c2pa.ts";
import { storeType } from "./mark.ts";
import { librarySettings } from "./settings.ts";

/** More than pictures have whose history is hundreds of edits long. */
const mostBytes = 5 * 2 ** 20;

/**
 * The credentials of an original, checked against its bytes, as the library's archive that a signer continues; null if it has
 * none, or damaged ones. Pictures without any, which are nearly all, are only searched for the mark.
 */
export async function readCredentials(
  file: string,
  format: Format,
  contentHash: string,
): Promise<Buffer | null> {
  if (!(await isMarked(file))) return null;
  startReader();
  const picture = await readFile(file);
  const definition = JSON.stringify({ claim_generator_info: [claimGenerator] });
  const builder = WasmBuilder.fromJson(definition, JSON.stringify(librarySettings));
  try {
    const ingredient = JSON.stringify(sourceIngredient(contentHash));
    await builder.addIngredientFromBlob(ingredient, `image/${format}`, blobOf(picture));
    const archive = Buffer.from(builder.toArchive());
    return archive.length <= mostBytes && isKept(builder.getDefinition()) ? archive : null;
  } catch {
    return null;
  } finally {
    builder.free();
  }
}

/**
 * What may be wrong with credentials that are kept. They must be as they were signed, or they would make those of the output
 * unreadable; that the picture was changed since, or that their signer is unknown, they then say in the chain.
 */
const harmless = /^(signingCredential\.|timeStamp\.|assertion\.dataHash\.mismatch$)/;

const Failure = v.object({ code: v.pipe(v.string(), v.regex(harmless)) });
const Kept = v.object({
  active_manifest: v.string(),
  validation_results: v.object({ activeManifest: v.object({ failure: v.array(Failure) }) }),
});
const Definition = v.object({ ingredients: v.tuple([Kept]) });
/** The library declares a definition as a text, and gives an object. */
const isKept = (definition: unknown): boolean => v.is(Definition, definition);

const mark = Buffer.from(storeType);

/** Searches a file piece by piece, so that it is not held in memory. */
async function isMarked(file: string): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const piece of createReadStream(file)) {
    const searched = Buffer.concat([before, piece]);
    if (searched.includes(mark)) return true;
    before = searched.subarray(-mark.length);
  }
  return false;
}

const contents = new WeakMap<Blob, Buffer>();

function blobOf(picture: Buffer): Blob {
  const blob = new Blob([]);
  Object.defineProperty(blob, "size", { value: picture.length });
  contents.set(blob, picture);
  return blob;
}

/** What the library reads a Blob with: browsers' workers have it, Node has not. */
class BlobReader {
  readAsArrayBuffer(blob: Blob): Uint8Array {
    return contents.get(blob) ?? new Uint8Array();
  }
}
Object.assign(globalThis, { FileReaderSync: BlobReader });
