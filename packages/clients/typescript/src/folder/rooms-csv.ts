import { roomTypeOfFile } from "@image-staging/inference-contract/room-names";
import { type CaptureType, captureTypes, type RoomType, roomTypes } from "../index.ts";

/** What rooms.csv says of a file; what it does not say is guessed. */
export type Said = { room?: RoomType; capture?: CaptureType };

/**
 * Reads rooms.csv: a line for each file, `file,room` or `file,room,type`, with commas, semicolons or tabs, perhaps in quotes. A
 * room is a room type, or a word that file names have for it. Throws a RangeError that names the line that cannot be read.
 */
export function readRoomsCsv(text: string): Map<string, Said> {
  const said = new Map<string, Said>();
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const [file = "", room = "", type = ""] = cellsOf(line);
    if (file === "" || (index === 0 && /^(file|datei|name|fichier)$/i.test(file))) continue;
    const capture = captureTypes.find((known) => known === type.toLowerCase());
    if (type !== "" && !capture)
      throw new RangeError(`rooms.csv, line ${index + 1}: ${type} is none of ${captureTypes.join(", ")}.`);
    const found =
      roomTypes.find((known) => known.toLowerCase() === room.toLowerCase()) ?? roomTypeOfFile(room);
    if (room !== "" && !found)
      throw new RangeError(
        `rooms.csv, line ${index + 1}: ${room} is no room. One of ${roomTypes.join(", ")}.`,
      );
    said.set(file.normalize("NFC"), { ...(found && { room: found }), ...(capture && { capture }) });
  }
  return said;
}

const cellsOf = (line: string): string[] =>
  Array.from(line.matchAll(/(?:^|[,;\t])\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))/g), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
