import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeDrift } from "service/lambdas/domain/generation/drift.ts";
import { measureDrift } from "service/lambdas/runtime/picture/drift/measure-drift.ts";
import { projectRoot } from "service/lib/bundling.ts";
import { printTable } from "../peers/table.ts";
import { candidatesOf } from "./candidates.ts";
import { raw, stagedRoom } from "./rooms.ts";
import { Tally } from "./tally.ts";

/** Seeds of rooms that were not looked at while limits were chosen, from the first to before the second. */
const heldOut = [
  [20_040, 20_080],
  [20_411, 20_440],
  [20_451, Number.POSITIVE_INFINITY],
] as const;
const defaultRooms = 20;
const cache = join(projectRoot, "node_modules/.cache/drift");

/**
 * Prints how many honest stagings approval refuses or suspects, and how much drift of each class and severity it finds, in
 * `part` held-out rooms (default 20); or the findings for a folder's NAME-source.jpg and NAME-candidate.jpg. Candidates
 * count as if they had no edit mask.
 */
export async function drift(part?: string): Promise<void> {
  const rooms = Number(part ?? defaultRooms);
  if (part !== undefined && !Number.isInteger(rooms)) return judgeFolder(part);
  const tally = new Tally();
  const seconds: number[] = [];
  for (const seed of seedsOf(rooms)) {
    const staged = await stagedRoom(seed, cache);
    const { picture } = staged.room;
    const source = await raw(picture).jpeg({ quality: 92 }).toBuffer();
    for await (const candidate of candidatesOf(staged)) {
      const before = process.cpuUsage();
      const measured = await measureDrift(candidate.picture, source);
      const { user, system } = process.cpuUsage(before);
      seconds.push((user + system) / 1e6);
      tally.add(candidate, judgeDrift(measured, "refurnish"));
    }
  }
  printTable(["Class", "Severity", "Candidates", "Refused, %", "Refused or suspected, %"], tally.rows());
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
  console.log(
    `${rooms} rooms. Processor time of a candidate: mean ${mean.toFixed(2)} s, worst ${Math.max(...seconds).toFixed(2)} s.`,
    `Peak memory with drawing: ${memory} MB.`,
  );
}

function seedsOf(rooms: number): number[] {
  const seeds: number[] = [];
  for (const [first, end] of heldOut)
    for (let seed = first; seed < end && seeds.length < rooms; seed++) seeds.push(seed);
  return seeds;
}

async function judgeFolder(folder: string): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith("-source.jpg"))
    .map((name) => name.slice(0, -"-source.jpg".length));
  const rows: string[][] = [];
  for (const name of names) {
    const source = readFileSync(join(folder, `${name}-source.jpg`));
    const measured = await measureDrift(readFileSync(join(folder, `${name}-candidate.jpg`)), source);
    const { certain = "", suspected = "" } = judgeDrift(measured, "refurnish");
    rows.push([name, certain, suspected]);
  }
  printTable(["Pair", "Refused", "Suspected"], rows);
}
