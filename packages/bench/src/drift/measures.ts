import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Drift } from "service/lambdas/approval/drift.ts";
import { measureDrift } from "service/lambdas/approval/measure/measure-drift.ts";
import { pixelsOf } from "service/lambdas/runtime/picture/decoder.ts";
import { projectRoot } from "service/lib/bundling.ts";
import { candidatesOf, type DriftCandidate } from "./candidates.ts";
import { raw, type StagedRoom } from "./rooms.ts";

/** What was measured on a candidate, and the processor time in seconds that it took. */
export interface Measured extends Pick<DriftCandidate, "drift" | "severity"> {
  seconds: number;
  measures: Drift;
}

/** The code that decides what is measured. Verdicts and their limits are not part of it: a change of these is quick. */
const sources = [
  "lambdas/approval/measure",
  "packages/models/rendered/bench/drift",
  "packages/bench/src/drift",
];

/** Measures the candidates of a room, or reads what the same code measured on them before, from `folder`. */
export async function measuresOf(staged: StagedRoom, folder: string): Promise<Measured[]> {
  const file = join(folder, String(staged.seed), `measures-${codeVersion()}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const source = await pixelsOf(await raw(staged.room.picture).jpeg({ quality: 92 }).toBuffer());
  const measured: Measured[] = [];
  for await (const { drift, severity, picture } of candidatesOf(staged)) {
    const before = process.cpuUsage();
    const measures = await measureDrift(await pixelsOf(picture), source);
    const { user, system } = process.cpuUsage(before);
    measured.push({ drift, severity, seconds: (user + system) / 1e6, measures });
  }
  mkdirSync(join(folder, String(staged.seed)), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(measured));
  renameSync(`${file}.part`, file);
  return measured;
}

let version: string | undefined;

function codeVersion(): string {
  if (version) return version;
  const hash = createHash("sha256");
  for (const folder of sources)
    for (const name of globSync("**/*.ts", { cwd: join(projectRoot, folder) }).sort())
      hash.update(readFileSync(join(projectRoot, folder, name)));
  version = hash.digest("hex").slice(0, 12);
  return version;
}
