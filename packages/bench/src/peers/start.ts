import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "@image-staging/local-cloud/http";
import { miniStack, pythonPrograms } from "@image-staging/local-cloud/python";
import { buildSync } from "esbuild";
import { bundlingOf, projectRoot } from "service/lib/bundling.ts";
import { startTable } from "service/test/support/table.ts";
import * as v from "valibot";
import { residentMb } from "../process-tree.ts";
import { median, printTable } from "./table.ts";

/**
 * From nothing to the first answer: our local service with the whole stack, MiniStack without any stack, and
 * serverless-offline with one of our routes. Each starts on a free port, in turn.
 */
const rounds = 3;
const limitMs = 180_000;

type Started = { child: ChildProcess; url: () => string | undefined; discard?: () => void };
type Measured = { seconds: number; megabytes: number };
const Described = v.pipe(v.string(), v.parseJson(), v.object({ base_url: v.string() }));

const folderFor = (name: string) => mkdtempSync(join(tmpdir(), `peers-${name}-`));

async function freePort(): Promise<number> {
  const { port, close } = await listen(0, () => {});
  await close();
  return port;
}

/** In a new process group: some of them leave children behind that would outlive them. */
const start = (command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) =>
  spawn(command, args, { cwd, env, stdio: "ignore", detached: true });

async function startOurs(): Promise<Started> {
  const folder = folderFor("ours");
  const description = join(folder, "service.json");
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", DATA_DIR: folder };
  return {
    child: start(process.execPath, ["packages/laptop/src/main.ts"], projectRoot, env),
    url: () => {
      if (!existsSync(description)) return undefined;
      const described = v.safeParse(Described, readFileSync(description, "utf8"));
      return described.success ? `${described.output.base_url}/api/v1/generations` : undefined;
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const startMiniStack = (programs: string) => async (): Promise<Started> => {
  const [folder, port] = [folderFor("ministack"), await freePort()];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    BIND_HOST: "127.0.0.1",
    GATEWAY_PORT: String(port),
  };
  return {
    child: start(join(programs, "ministack"), [], folder, env),
    url: () => `http://127.0.0.1:${port}/`,
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
};

async function startServerlessOffline(): Promise<Started> {
  const cwd = join(import.meta.dirname, "serverless");
  const [port, lambdaPort] = [await freePort(), await freePort()];
  const ports = ["--httpPort", String(port), "--lambdaPort", String(lambdaPort), "--websocketPort"];
  const args = ["node_modules/serverless/bin/serverless.js", "offline", ...ports, String(await freePort())];
  const env = {
    ...process.env,
    SLS_TELEMETRY_DISABLED: "1",
    SLS_NOTIFICATIONS_MODE: "off",
    BUCKET_NAME: "b",
  };
  return {
    child: start(process.execPath, args, cwd, env),
    url: () => `http://127.0.0.1:${port}/api/v1/generations`,
  };
}

async function measure(begin: () => Promise<Started>): Promise<Measured> {
  const began = performance.now();
  const { child, url, discard } = await begin();
  try {
    await firstAnswer(child, url);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, megabytes: residentMb(child.pid ?? 0) };
  } finally {
    const ended = child.exitCode === null && once(child, "exit");
    if (child.pid !== undefined && ended) process.kill(-child.pid, "SIGTERM");
    const late = pause(20_000, "late", { ref: false });
    if ((await Promise.race([ended, late])) === "late" && child.pid !== undefined)
      process.kill(-child.pid, "SIGKILL");
    discard?.();
  }
}

/** An answer of the function, whatever it is: without a key, our API says 401. A gateway without one says 404 or 502. */
async function firstAnswer(child: ChildProcess, url: () => string | undefined): Promise<void> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await pause(20)) {
    if (child.exitCode !== null) throw new Error("it did not start");
    const where = url();
    const answer = where && (await fetch(where).catch(() => null));
    if (answer && answer.status < 500) return;
  }
  throw new Error("it did not answer in time");
}

buildSync({
  ...bundlingOf("lambdas/api/routes/generations/list.ts", { sharp: false }),
  outfile: join(import.meta.dirname, "serverless/.cache/index.mjs"),
});
const table = await startTable();
const programs = await pythonPrograms(miniStack).catch((error: Error) => error);
const sides: { name: string; begin: () => Promise<Started>; all: Measured[]; failure?: string }[] = [
  { name: "ours", begin: startOurs, all: [] },
  ...(programs instanceof Error
    ? []
    : [{ name: "MiniStack, without a stack", begin: startMiniStack(programs), all: [] }]),
  { name: "serverless-offline, one route", begin: startServerlessOffline, all: [] },
];
if (programs instanceof Error) console.log(`MiniStack is left out: ${programs.message}.`);
for (let round = 0; round < rounds; round++)
  for (const side of sides)
    await measure(side.begin).then(
      (measured) => side.all.push(measured),
      (error) => {
        side.failure = String(error);
      },
    );
await table.stop();
for (const { name, failure } of sides) if (failure !== undefined) console.log(`${name}: ${failure}`);
const row = (what: string, of: (one: Measured) => number, unit: string, digits: number) => [
  what,
  ...sides.map(({ all }) => (all.length > 0 ? `${median(all.map(of)).toFixed(digits)} ${unit}` : "–")),
];
printTable(
  ["", ...sides.map(({ name }) => name)],
  [
    row("to the first answer", ({ seconds }) => seconds, "s", 1),
    row("memory then, all processes", ({ megabytes }) => megabytes, "MB", 0),
  ],
);
process.exit(); // what a peer left half open would wait on
