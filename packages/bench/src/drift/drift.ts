import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeDrift } from "service/lambdas/domain/generation/drift.ts";
import { judgeMask } from "service/lambdas/domain/generation/edit-mask.ts";
import { measureDrift } from "service/lambdas/runtime/picture/drift/measure-drift.ts";
import { applyMask, openingShareUnder } from "service/lambdas/runtime/picture/edit-mask.ts";
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
 * `part` held-out rooms (default 20); or the findings for a folder's NAME-source.jpg and NAME-candidate.jpg, composed
 * by NAME-mask.png if it is there. The rooms' candidates count as if they had no edit mask.
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
    const read = (part: string) => readFileSync(join(folder, `${name}-${part}`));
    const hasMask = existsSync(join(folder, `${name}-mask.png`));
    const { picture, refused } = await composed(read, hasMask);
    const measured = await measureDrift(picture, read("source.jpg"));
    const { certain = "", suspected = "" } = judgeDrift(measured, "refurnish");
    rows.push([name, refused ?? certain, suspected]);
  }
  printTable(["Pair", "Refused", "Suspected"], rows);
  console.log(`Approved: ${rows.filter(([, refused]) => refused === "").length} of ${rows.length}.`);
}

/** What would leave: the candidate, or what its mask composes, and what is wrong with the mask. */
async function composed(read: (part: string) => Buffer, hasMask: boolean) {
  if (!hasMask) return { picture: read("candidate.jpg"), refused: undefined };
  const source = read("source.jpg");
  const edited = await applyMask(read("candidate.jpg"), read("mask.png"), source);
  if (!edited) return { picture: read("candidate.jpg"), refused: "mask_unreadable" };
  const openingShare = await openingShareUnder(edited.mask, source);
  return { picture: edited.picture, refused: judgeMask({ ...edited.edit, openingShare }, "refurnish") };
}
