import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { synthesize } from "@image-staging/laptop/synthesize";
import { readFunctions } from "@image-staging/local-cloud/lambda/functions";
import { readStack } from "@image-staging/local-cloud/template/stack";
import { afterAll, expect, test } from "vitest";
import { isFullRun } from "../support/full-run.ts";
import { startService } from "../support/service.ts";

const program = join(import.meta.dirname, "../../bin/smoke.ts");
const assembly = await synthesize();
const sweep = readFunctions(readStack(assembly), {}).find(({ id }) => /Sweep/.test(id))?.id ?? "";
const service = await startService({ assembly });
afterAll(() => service.stop());

type Run = { code: number; out: string; said: string };

const smoke = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: service.dataDir };
    execFile(process.execPath, [program, ...args], { env }, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out, said }),
    );
  });

/** Sweeps every second instead of every minute while something else is done. */
async function sweeping<Result>(work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void service.invoke(sweep, "{}"), 1000);
  return work.finally(() => clearInterval(timer));
}

/** A job, its repetition, two attempts of a webhook and a sweep: half a minute, on a busy machine more. */
const whole = 200_000;

test.runIf(isFullRun)("every check holds for the local service", { timeout: whole }, async () => {
  const { code, out, said } = await sweeping(smoke());
  expect(said).toBe("");
  expect(out).not.toMatch(/[✗–]/);
  expect(out).toMatch(/^(\d+) of \1 checks hold\./m);
  for (const says of [
    "An unknown path with a key is 404",
    "A wrong method is 405",
    "A form of 5 MB is 413",
    "A form of 8 MB is 413",
    "The same job again comes from the approved cache",
    "A webhook that its receiver refuses is tried again",
    "A sweep starts what was never started",
  ])
    expect(out).toContain(`✓ ${says}`);
  expect(code).toBe(0);
});

test("a check that does not hold says what it saw, and the program exits with 1", async () => {
  const other = createServer((request, response) => {
    request.resume();
    response.writeHead(400, { "content-type": "application/json" }).end('{"message":"Bad Request"}');
  });
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, out } = await smoke("--only", "gateway", "--base-url", `http://127.0.0.1:${port}`);
  other.close();
  expect(code).toBe(1);
  expect(out).toContain(
    '✗ An unknown path with a key is 404: expected 404 not_found, got 400 {"message":"Bad Request"}',
  );
  expect(out).toMatch(/^0 of \d+ checks hold\./m);
});

test("every check of the gateway holds, and the organization of a smoke test can no longer call the API", async () => {
  const { out, code } = await smoke("--only", "gateway", "--sandbox");
  expect(out).not.toMatch(/[✗–]/);
  expect(out).toMatch(/^(\d+) of \1 checks hold\./m);
  expect(code).toBe(0);
  const [, organization] = / as (org_\w+), a sandbox$/m.exec(out) ?? [];
  expect(out).toContain(`${organization} is disabled`);
});

test("help and wrong arguments end at once", async () => {
  const help = await smoke("--help");
  expect([help.code, help.out]).toEqual([0, expect.stringContaining("npm run smoke -- --stage dev")]);
  const wrong = await smoke("--only", "everything");
  expect([wrong.code, wrong.said]).toEqual([2, expect.stringContaining("gateway, jobs, sweeper")]);
});
