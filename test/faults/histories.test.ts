import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isFullRun } from "../support/full-run.ts";

const root = join(import.meta.dirname, "../..");

const today = Math.floor(Date.now() / (24 * 60 * 60 * 1000));
/** In `npm test`, another one each day. What fails prints the command that repeats it. */
const [from, seeds, jobs] = isFullRun ? [1, 60, 10] : [today, 1, 2];

test("histories with faults at every call of AWS break no invariant", {
  timeout: isFullRun ? 1_800_000 : 300_000,
}, async () => {
  const program = ["bin/run.mjs", "test/faults/main.ts"];
  const options = Object.entries({ from, seeds, jobs }).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program, ...options, "--keep-long", "--stop-early"],
    { cwd: root },
  ).catch((error) => ({ stdout: `${error.stdout}${error.stderr}` }));
  expect(stdout).toMatch(/^\d+ histories with \d+ jobs, \d+ faults and \d+ events in \d+ s: 0 failed\.$/m);
});
