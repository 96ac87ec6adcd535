import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { roomTypeOfFile } from "@image-staging/inference-contract/room-names";
import type { Capabilities, CaptureType, Mode, RoomType, StylePreset } from "../index.ts";
import { type Decode, guessCapture } from "./capture.ts";
import { kindOf } from "./file-kind.ts";
import { isOutOfARun } from "./journal.ts";
import { masksOf } from "./masks.ts";
import { readRoomsCsv } from "./rooms-csv.ts";

export type Settings = { style: StylePreset; mode: Exclude<Mode, "clean">; listing: string };

/** A file of the folder, and what is to be done with it: sent, or left out for a reason in words. */
export type Work = {
  file: string;
  capture: CaptureType | null;
  room: RoomType | null;
  /** How capture type and room were found. */
  found: string;
} & (
  | { key: string; request: Request; mask: string | null; leftOut: null }
  | { key: null; request: null; leftOut: string }
);

type Request = {
  workflow: "staging";
  capture_type: CaptureType;
  listing: string;
  style_preset: StylePreset;
  mode?: Mode;
  room_types?: RoomType[];
};

/** Asks which room a photo shows; null if nobody can be asked or knows. */
export type AskRoom = (file: string) => Promise<RoomType | null>;

type Reading = {
  folder: string;
  out: string;
  settings: Settings;
  capabilities: Capabilities;
  decode: Decode;
  askRoom: AskRoom;
};

/** Reads every file of a folder, in the order of their names, and decides what is done with each; folders in it are named. */
export async function readFolder(reading: Reading): Promise<Work[]> {
  const { folder, out, settings } = reading;
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  const isFolder = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true;
  const isOut = (path: string) => resolve(path) === resolve(out) || isOutOfARun(path);
  const folders = names.filter((name) => isFolder(name) && !isOut(join(folder, name)));
  const files = names.filter((name) => !isFolder(name) && name !== "rooms.csv");
  const said = names.includes("rooms.csv")
    ? readRoomsCsv(readFileSync(join(folder, "rooms.csv"), "utf8"))
    : new Map();
  const unknown = [...said.keys()].find((file) => !files.some((name) => name.normalize("NFC") === file));
  if (unknown !== undefined) throw new RangeError(`rooms.csv names ${unknown}, which is not in ${folder}.`);
  const work: Work[] = [];
  const { pictures, masks, unused } = masksOf(files);
  for (const file of pictures.sort((a, b) => a.localeCompare(b, "en", { numeric: true }))) {
    const mask = masks.get(file) ?? null;
    work.push(await readFile({ file, mask, ...said.get(file.normalize("NFC")) }, reading));
  }
  const lonely = "A mask of no picture here, or of two: name it after its photo, such as bedroom-2.mask.png.";
  const words = `A folder: stage it on its own, with --listing ${settings.listing} for the same look.`;
  return [
    ...work,
    ...unused.map((name) => leftOut(name, lonely)),
    ...folders.map((name) => leftOut(`${name}/`, words)),
  ];
}

async function readFile(
  { file, mask, ...said }: { file: string; mask: string | null; room?: RoomType; capture?: CaptureType },
  { folder, settings, capabilities, decode, askRoom }: Reading,
): Promise<Work> {
  const bytes = bytesOf(join(folder, file));
  if (bytes === null) return leftOut(file, "It cannot be opened: its rights, or its link, are wrong.");
  const kind = kindOf(bytes);
  if (kind.format === null) return leftOut(file, kind.words);
  const guess = said.capture
    ? { capture: said.capture, why: "by rooms.csv" }
    : await guessCapture(file, bytes, kind, decode);
  const { capture } = guess;
  const misfit = misfitOf(kind, bytes.length, capabilities);
  if (misfit !== null) return { ...leftOut(file, misfit), capture, found: guess.why };
  const named = capture === "photo" ? (said.room ?? roomTypeOfFile(parse(file).name)) : null;
  const room = named === undefined ? await askRoom(file) : named;
  const source = room === null ? "" : said.room ? "; room by rooms.csv" : named ? "; room by its name" : "";
  const marked = capture === "photo" ? mask : null;
  const of = { file, capture, room, found: `${guess.why}${source}${marked ? `; mask ${marked}` : ""}` };
  if (capture === "photo" && room === null)
    return {
      ...of,
      key: null,
      request: null,
      leftOut: "No room: name the file after it, such as bedroom-2.jpg, or write it into rooms.csv.",
    };
  const request = requestOf(capture, room, settings);
  const declined = declinedOf(request, capabilities);
  if (declined !== null) return { ...of, key: null, request: null, leftOut: declined };
  const hash = createHash("sha256").update(JSON.stringify(request)).update(bytes);
  if (marked !== null) hash.update(bytesOf(join(folder, marked)) ?? "");
  return { ...of, key: hash.digest("hex"), request, mask: marked, leftOut: null };
}

const leftOut = (file: string, words: string): Work => ({
  ...{ file, capture: null, room: null, found: "" },
  ...{ key: null, request: null, leftOut: words },
});

function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

const requestOf = (
  capture: CaptureType,
  room: RoomType | null,
  { style, mode, listing }: Settings,
): Request => ({
  workflow: "staging",
  capture_type: capture,
  listing,
  style_preset: style,
  ...(capture === "photo" && { mode, room_types: room === null ? [] : [room] }),
});

/** Why the service would refuse a picture of this size, or null. */
function misfitOf(
  { width, height }: { width: number; height: number },
  bytes: number,
  { pictures }: Capabilities,
): string | null {
  if (bytes > pictures.max_bytes)
    return `It has ${Math.ceil(bytes / 2 ** 20)} MiB, at most ${Math.floor(pictures.max_bytes / 2 ** 20)} are taken: export it smaller.`;
  if (Math.min(width, height) < pictures.min_short_side)
    return `It has ${width} x ${height} pixels: the short side needs ${pictures.min_short_side}.`;
  if (width * height > pictures.max_pixels)
    return `It has ${width} x ${height} pixels, more than ${pictures.max_pixels / 1e6} million: export it smaller.`;
  return null;
}

/** Why the service's model declines a request whatever its picture shows, or null. */
function declinedOf(request: Request, { combinations, room_types }: Capabilities): string | null {
  const combination = combinations.find(
    ({ workflow, capture_type, mode }) =>
      workflow === request.workflow &&
      capture_type === request.capture_type &&
      mode === (request.mode ?? null),
  );
  const room = room_types.find(({ room_type }) => request.room_types?.[0] === room_type);
  return combination?.declined ?? room?.declined ?? null;
}
