import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deserialize, serialize } from "node:v8";
import { type GeneratedRoom, generateRoom } from "@image-staging/generated/rooms";
import { described, type Evaluated, evaluated, reportOf } from "./evaluation.ts";

const shapes = [
  [3, 2],
  [4, 3],
  [3, 4],
] as const;

/**
 * Draws rooms, analyses their pictures, lays furniture out without drawing it, and prints, room by room, how far the
 * analysis is from the truth. With --drawn, a room that was drawn is kept in that folder and read from it the next time.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rooms: { type: "string", default: "20" },
      seed: { type: "string", default: "1000" },
      size: { type: "string", default: "900" },
      drawn: { type: "string" },
    },
  });
  const [count, first, size] = [Number(values.rooms), Number(values.seed), Number(values.size)];
  const rooms: Evaluated[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const room = await evaluated(roomOf(seed, size, values.drawn), seed);
    console.log(described(room));
    rooms.push(room);
  }
  console.log(reportOf(rooms));
}

/** A seed's room, as it was drawn before if the folder has it. */
function roomOf(seed: number, size: number, folder: string | undefined): GeneratedRoom {
  const [w, h] = shapes[seed % shapes.length] as (typeof shapes)[number];
  const unit = size / Math.max(w, h);
  const path = folder && join(folder, `${seed}-${size}.bin`);
  if (path && existsSync(path)) return deserialize(readFileSync(path));
  const room = generateRoom(seed, { width: Math.round(w * unit), height: Math.round(h * unit) });
  if (path) writeFileSync(path, serialize(room));
  return room;
}

await main();
