import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("the same seed draws the same plan, whatever was drawn before in another weight", async () => {
  const generate = new URL("../../src/plans/index.ts", import.meta.url).href;
  /** The last of some plans, drawn in turn by a process of their own. */
  const lastOf = async (...seeds: number[]) => {
    const code = `const { generatePlan } = await import(process.argv[1]);
      for (const seed of [${seeds}]) globalThis.plan = await generatePlan(seed, 400);
      console.log(Buffer.from(plan.picture.data).toString("base64"));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code, generate], {
      maxBuffer: 1e7,
    });
    return stdout;
  };
  const [regular, bold] = [1, 4];
  expect((await lastOf(regular, bold)) === (await lastOf(bold))).toBe(true);
});
