import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { JobFailure } from "../../../../lambdas/domain/failures.ts";
import { normalizePicture } from "../../../../lambdas/runtime/picture/read-picture.ts";

/** Run as a program: reads every picture of a folder and prints each outcome, and the peak memory. */
const [folder = ""] = process.argv.slice(2);
const out = join(folder, "out.jpg");
const outcomes: Record<string, { outcome: string; peakMiB: number; milliseconds: number }> = {};

for (const file of (await readdir(folder)).toSorted((a, b) => Number(a) - Number(b))) {
  if (!/^\d+$/.test(file)) continue;
  const started = performance.now();
  const outcome = await read(join(folder, file));
  outcomes[file] = {
    outcome,
    peakMiB: await peakMiB(),
    milliseconds: Math.round(performance.now() - started),
  };
}
console.log(JSON.stringify(outcomes));

async function read(file: string): Promise<string> {
  try {
    const { working } = await normalizePicture(file, out);
    const written = await readFile(out);
    if (written.includes("polyglot-payload")) return "leaked";
    return working.bytes === (await stat(out)).size ? "accepted" : "miscounted";
  } catch (error) {
    return error instanceof JobFailure ? error.code : `crashed: ${error}`;
  }
}

/** The peak memory of this program alone; `maxRSS` starts at the peak of the parent. */
async function peakMiB(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Math.round(Number(kilobytes) / 1024);
}
