import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  ApiError,
  ConnectionError,
  DeadlineError,
  JobFailedError,
  WebhookError,
} from "@image-staging/client";
import { startScriptedServer } from "@image-staging/conformance/scripted-server";
import { expectOutcome, readTable, type Scenario } from "@image-staging/conformance/tables";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { projectRoot } from "@image-staging/laptop/project";
import { build, type OnResolveResult } from "esbuild";
import sharp from "sharp";
import { expect } from "vitest";
import { startReceiver } from "../../support/receiver.ts";
import { startService } from "../../support/service.ts";
import type { Message, Outcome, Task } from "./calls.ts";
import { isInstalled, type Runtime, runtimes } from "./runtimes.ts";
import { webhookOf } from "./webhook-of.ts";

/**
 * `npm run test:long -- runtimes`: the packed TypeScript client on the runtimes that its README names, each installed into another
 * folder: what compiles, the tables of packages/clients/conformance, and on a running service jobs of a small and of a large file with their
 * webhooks. Exits with 1 if one of them differs; a runtime that cannot be installed is left out, with a line.
 */
const here = import.meta.dirname;
const work = join(projectRoot, ".cache/runtimes");
const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
const execute = promisify(execFile);

type Verdict = Message & { title: string; event?: { type: string; job_id: string }; code?: string };
const { scenarios, bodies, requests } = readTable("scenarios.json");
const messages: Verdict[] = readTable("webhooks.json");

/** The runtimes, and the client as a partner installs it. */
async function install(): Promise<void> {
  // Exact versions, but no lock file: their packages for other platforms are not in every registry.
  const versions = readFileSync(join(here, "package.json"), "utf8");
  const complete = join(work, "complete");
  if (!existsSync(complete) || readFileSync(complete, "utf8") !== versions) {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "package.json"), versions);
    await execute("npm", ["install", "--no-package-lock", ...quiet], { cwd: work });
    writeFileSync(complete, versions);
  }
  const client = join(projectRoot, "packages/clients/typescript");
  await execute("npm", ["run", "build", "--silent"], { cwd: client });
  const pack = ["pack", "./dist", "--silent", "--pack-destination", work];
  const { stdout } = await execute("npm", pack, { cwd: client });
  await execute(
    "npm",
    ["install", "--no-save", "--no-package-lock", "--prefer-offline", ...quiet, `./${stdout.trim()}`],
    { cwd: work },
  );
  // A program takes the client from node_modules; a worker has it inside.
  await bundle("program", { path: "@image-staging/client", external: true });
  await bundle("worker", { path: join(work, "node_modules/@image-staging/client/index.js") });
}

/** The oldest TypeScript that the client is for reads its declarations, and refuses what the service refuses. */
async function compile(): Promise<void> {
  const program = join(here, "what-compiles.ts");
  copyFileSync(program, join(work, "what-compiles.ts"));
  const platform = ["--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom,dom.iterable"];
  const args = ["node_modules/typescript/bin/tsc", "--strict", "--noEmit", ...platform, "what-compiles.ts"];
  await execute(process.execPath, args, { cwd: work });
  console.log("TypeScript 5.4: what compiles, and what must not.");
}

const bundle = (entry: string, client: OnResolveResult) =>
  build({
    entryPoints: [join(here, `${entry}.ts`)],
    outfile: join(work, `${entry}.js`),
    bundle: true,
    format: "esm",
    external: ["node:*"],
    plugins: [
      {
        name: "installed client",
        setup: ({ onResolve }) => onResolve({ filter: /clients\/typescript\/src\/index\.ts$/ }, () => client),
      },
    ],
  });

const classes = { ApiError, ConnectionError, JobFailedError, DeadlineError, WebhookError };

/** An outcome as the call itself would have ended. */
async function ended(outcome: Outcome | undefined): Promise<unknown> {
  if (outcome && "result" in outcome) return outcome.result;
  const { name, message, ...fields } = outcome?.error ?? {};
  const [, kind] = Object.entries(classes).find(([known]) => known === name) ?? [];
  if (!kind) throw new Error(String(message));
  throw Object.assign(Object.create(kind.prototype), { ...fields, message });
}

async function tryTables({ perform }: Runtime): Promise<number> {
  const table: Scenario[] = scenarios;
  const apiKey = "stg_live_x.y";
  const servers = await Promise.all(table.map(({ server }) => startScriptedServer(server, bodies, apiKey)));
  const calls = table.map(
    ({ client = {}, call: { with: given, file_bytes, mask_bytes, ...call } }, index): Task => {
      const fields = typeof given === "string" ? requests[given] : given;
      return {
        client: {
          baseUrl: servers[index]?.url ?? "",
          apiKey,
          maxRetries: client.max_retries ?? 4,
          timeoutMs: client.timeout_ms ?? 5000,
          backoffMs: 1,
        },
        call: { ...call, ...(fields && { with: fields }) },
        ...(file_bytes !== undefined && { file_bytes }),
        ...(mask_bytes !== undefined && { mask_bytes }),
      };
    },
  );
  const outcomes = await perform(work, [...calls, ...messages.map((message): Task => ({ message }))]);
  for (const server of servers) await server.close();
  for (const [index, scenario] of table.entries()) {
    const [server, outcome] = [servers[index], outcomes[index]];
    await named(scenario.title, async () => {
      await expectOutcome(ended(outcome), scenario);
      expect([server?.flaws, server?.left]).toEqual([[], []]);
      if (scenario.same_key) expect(new Set(server?.keys).size).toBe(1);
      if (scenario.statuses) expect(outcome).toMatchObject({ statuses: scenario.statuses });
    });
  }
  for (const [index, { title, event, code }] of messages.entries())
    await named(title, async () => {
      const outcome = outcomes[table.length + index];
      if (event)
        expect(await ended(outcome)).toMatchObject({ type: event.type, data: { job_id: event.job_id } });
      else expect(outcome).toMatchObject({ error: { name: "WebhookError", code } });
    });
  return outcomes.length;
}

/** A small file goes in a form and a large one by an upload; each job's webhook is verified, too. */
async function tryService(
  { perform }: Runtime,
  service: Awaited<ReturnType<typeof startService>>,
): Promise<void> {
  const receiver = await startReceiver();
  try {
    const { apiKey, secret } = await service.newPartner({ default_webhook_url: receiver.url });
    const client = { baseUrl: service.baseUrl, apiKey };
    const fields = { workflow: "pro_capture", capture_type: "photo" };
    const call = { do: "generations.create", with: fields, wait: true };
    const tasks = Object.values(pictures).map((picture): Task => ({ client, call, picture, download: true }));
    for (const outcome of await perform(work, tasks)) {
      const { job, bytes } = Object(await ended(outcome));
      expect([job.status, bytes > 1000]).toEqual(["succeeded", true]);
      const { headers, body } = await webhookOf(receiver, job.job_id);
      const [verified] = await perform(work, [{ message: { headers, body, secrets: [secret] } }]);
      expect(await ended(verified)).toMatchObject({ data: { job_id: job.job_id, status: "succeeded" } });
    }
  } finally {
    await receiver.close();
  }
}

/** A failure says of what. */
const named = (title: string, check: () => Promise<void>) =>
  check().catch((cause) => {
    throw new Error(`${title}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });

const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
const large = sharp({ create: { width: 1300, height: 1300, channels: 3, background: "#888", noise } });
const pictures = {
  small: (await drawRoom(640, 480)).toString("base64"),
  large: (await large.png({ compressionLevel: 0 }).toBuffer()).toString("base64"),
};

const problem = await install().catch((error: Error) => error.message);
const found = runtimes.filter((runtime) => problem === undefined && isInstalled(work, runtime));
for (const { name } of runtimes.filter((runtime) => !found.includes(runtime)))
  console.log(`Left out: ${name}. ${problem ?? "There is no package of it for this platform."}`);
if (problem === undefined) await compile();
if (found.length > 0) {
  const service = await startService();
  Object.assign(process.env, service.environment);
  try {
    for (const runtime of found) {
      const count = await tryTables(runtime);
      await tryService(runtime, service);
      console.log(
        `${runtime.name}: ${count} lines of the tables, and jobs of two files with their webhooks.`,
      );
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await service.stop();
  }
}
