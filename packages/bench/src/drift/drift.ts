import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { applyMask, openingSharesUnder } from "service/lambdas/approval/compose.ts";
import { judgeDrift } from "service/lambdas/approval/drift.ts";
import { judgeMask } from "service/lambdas/approval/mask.ts";
import { measureDrift } from "service/lambdas/approval/measure/measure-drift.ts";
import { pixelsOf } from "service/lambdas/runtime/picture/decoder.ts";
import { projectRoot } from "service/lib/bundling.ts";
import { printTable } from "../peers/table.ts";
import { measuresOf } from "./measures.ts";
import { heldOutSeeds, stagedRoom } from "./rooms.ts";
import { Tally } from "./tally.ts";

const defaultRooms = 20;
const cache = join(projectRoot, "node_modules/.cache/drift");

/**
 * Prints how many honest stagings approval refuses or suspects, and how much drift of each class and severity it finds, in
 * `part` held-out rooms (default 20); or the findings for a folder's NAME-source.jpg and NAME-candidate.jpg, composed
 * by NAME-mask.png if it is there. The rooms' candidates count as if they had no edit mask. What is measured is kept: a run
 * that was stopped goes on, and other limits are quickly tried.
 */
export async function drift(part?: string): Promise<void> {
  const rooms = Number(part ?? defaultRooms);
  if (part !== undefined && !Number.isInteger(rooms)) return judgeFolder(part);
  const tally = new Tally();
  const seconds: number[] = [];
  for (const seed of heldOutSeeds(rooms)) {
    const staged = await stagedRoom(seed, cache);
    for (const { drift, severity, seconds: taken, measures } of await measuresOf(staged, cache)) {
      seconds.push(taken);
      tally.add({ drift, severity }, judgeDrift(measures, "refurnish"));
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

async function judgeFolder(folder: string): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith("-source.jpg"))
    .map((name) => name.slice(0, -"-source.jpg".length));
  const rows: string[][] = [];
  for (const name of names) {
    const read = (part: string) => readFileSync(join(folder, `${name}-${part}`));
    const hasMask = existsSync(join(folder, `${name}-mask.png`));
    const { picture, refused } = await composed(read, hasMask);
    const measured = await measureDrift(picture, await pixelsOf(read("source.jpg")));
    const { certain = "", suspected = "" } = judgeDrift(measured, "refurnish", hasMask);
    rows.push([name, refused ?? certain, suspected]);
  }
  printTable(["Pair", "Refused", "Suspected"], rows);
  console.log(`Approved: ${rows.filter(([, refused]) => refused === "").length} of ${rows.length}.`);
}

/** What would leave: the candidate, or what its mask composes, and what is wrong with the mask. */
async function composed(read: (part: string) => Buffer, hasMask: boolean) {
  const picture = await pixelsOf(read("candidate.jpg"));
  if (!hasMask) return { picture, refused: undefined };
  const source = await pixelsOf(read("source.jpg"));
  const edited = await applyMask(picture, read("mask.png"), source);
  if (!edited) return { picture, refused: "mask_unreadable" };
  const openings = await openingSharesUnder(edited.mask, source);
  return { picture, refused: judgeMask({ ...edited.edit, ...openings }, "refurnish") };
}
