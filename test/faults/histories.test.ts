import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("ten histories with faults at every call of AWS break no invariant", {
  timeout: 300_000,
}, async () => {
  const program = ["bin/run.mjs", "test/faults/main.ts"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program, "--seeds", "10", "--jobs", "1"],
    {
      cwd: root,
    },
  ).catch((error) => ({ stdout: `${error.stdout}${error.stderr}` }));
  expect(stdout).toMatch(/^10 histories with \d+ jobs, \d+ faults and \d+ events in \d+ s: 0 failed\.$/m);
});
