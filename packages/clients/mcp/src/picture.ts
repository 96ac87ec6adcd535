import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type NewPicture, type Picture, StagingError } from "@image-staging/client";

/** What the API takes of a picture. */
const maxBytes = 50 * 1024 * 1024;

const refused = (code: string, message: string) => new StagingError(code, message, false);

/** The picture that a text names: a URL, the id of a source asset, or a path on this machine, which is read. */
export async function pictureOf(given: string, folder: string | null): Promise<Picture> {
  const text = withoutQuotes(given);
  if (/^https?:\/\//i.test(text)) return { url: text };
  if (/^src_[A-Za-z0-9]+$/.test(text)) return { asset: text };
  return readPicture(pathOf(text, folder ?? process.cwd()), folder);
}

/** The mask that a text names, as fields of a request: a URL, or a path on this machine, which is read. */
export async function maskOf(given: string, folder: string | null) {
  const { file, url } = await pictureOf(given, folder);
  if (file !== undefined) return { mask: file };
  if (url !== undefined) return { mask_url: url };
  throw refused("mask_not_found", "A mask is a path on this machine or an https URL.");
}

/** A copied path often brings what stood around it: blanks, a line break, quotes. */
function withoutQuotes(given: string): string {
  const text = given.trim();
  return /^(["'`])(.+)\1$|^[“„«<](.+)[”“»>]$/s.test(text) ? text.slice(1, -1).trim() : text;
}

function pathOf(text: string, base: string): string {
  if (/^file:/i.test(text)) {
    if (!URL.canParse(text)) throw refused("picture_not_found", "This is no URL of a file.");
    try {
      return fileURLToPath(text);
    } catch {
      throw refused("picture_not_found", "This URL names no file of this machine.");
    }
  }
  return resolve(base, text.replace(/^~(?=$|[/\\])/, homedir()));
}

const isWithin = (path: string, folder: string) =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Reads a picture. Refuses what is none before anything is sent, because the path comes from a model. */
async function readPicture(path: string, folder: string | null): Promise<NewPicture> {
  // A link may lead out of the folder. What is outside is refused alike whether it exists or not.
  const real = await realpath(path).catch(() => null);
  if (folder !== null && !isWithin(real ?? path, folder))
    throw refused("picture_not_allowed", `Only pictures in ${folder} can be used.`);
  if (real === null) throw refused("picture_not_found", `There is no file ${path}.`);
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);
  if (file === null) throw refused("picture_not_readable", `The file ${path} cannot be read.`);
  try {
    return { file: await bytesOf(file, path) };
  } finally {
    await file.close();
  }
}

async function bytesOf(file: FileHandle, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const status = await file.stat();
  if (!status.isFile()) throw refused("picture_not_a_file", `${path} is not a file.`);
  if (status.size > maxBytes)
    throw refused(
      "picture_too_large",
      `${path} has ${status.size} bytes; at most ${maxBytes} (50 MiB) can be sent.`,
    );
  const start = Buffer.alloc(12);
  await file.read(start, 0, start.length, 0);
  if (!isPicture(start))
    throw refused("picture_unsupported", `${path} is not a JPEG, PNG or WebP picture.${hintOf(start)}`);
  return new Uint8Array(await file.readFile());
}

/** By the first bytes: the name of a file proves nothing. */
const isPicture = (start: Buffer) =>
  start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  start.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")) ||
  (start.toString("latin1", 0, 4) === "RIFF" && start.toString("latin1", 8, 12) === "WEBP");

function hintOf(start: Buffer): string {
  const text = start.toString("latin1");
  if (/^....ftyp(hei|hev|mif|msf|avi[fs])/s.test(text)) return " Convert it from HEIC or AVIF to JPEG first.";
  return text.startsWith("%PDF-") ? " Export its page as PNG or JPEG first." : "";
}
