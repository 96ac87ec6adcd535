import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { type ImageStaging, imageStaging } from "@image-staging/client";
import * as v from "valibot";
import { Failure } from "../failure.ts";

/** How a local service is reached: the part of its service.json that the demo needs. */
const Service = v.object({ base_url: v.string(), api_key: v.string(), inbox_url: v.string() });
export type Service = v.InferOutput<typeof Service>;

/** The client of a service. The limits of a small machine's organization are reached by a sheet of pictures. */
export const clientOf = ({ base_url, api_key }: Service): ImageStaging =>
  imageStaging({ baseUrl: base_url, apiKey: api_key, maxRetries: 20, backoffMs: 300 });

const root = join(import.meta.dirname, "../../../..");
/** An engine may have to be installed first. */
const startLimitMs = 300_000;
/** A service that has ended refuses at once; one with many jobs takes its time. */
const answerLimitMs = 60_000;

const dataDir = () => process.env.DATA_DIR ?? ".local";

async function answers({ base_url, api_key }: Service): Promise<boolean> {
  const headers = { authorization: `Bearer ${api_key}` };
  const signal = AbortSignal.timeout(answerLimitMs);
  return fetch(`${base_url}/api/v1/usage/summary`, { headers, signal }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The service that runs on DATA_DIR (default .local), or undefined. */
async function runningService(): Promise<Service | undefined> {
  const text = await readFile(join(dataDir(), "service.json"), "utf8").catch(() => "");
  const service = v.safeParse(v.pipe(v.string(), v.parseJson(), Service), text);
  return service.success && (await answers(service.output)) ? service.output : undefined;
}

/** Starts a service on a free port and waits until it answers. */
async function startService(): Promise<{ service: Service; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(root, "packages/laptop/src/main.ts")], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  showProgress(child.stdout);
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGINT");
    await ended;
  };
  for (const deadline = Date.now() + startLimitMs; Date.now() < deadline && child.exitCode === null; ) {
    const service = await runningService();
    if (service) return { service, stop };
    await Promise.race([pause(300), ended]);
  }
  await stop();
  throw new Failure(2, `The service did not start. ${output.trim() || "Try npm start to see why."}`);
}

/** What the service says while it starts. Its greeting, after an empty line, is for those who start it themselves. */
function showProgress(output: Readable) {
  let isStarting = true;
  createInterface(output).on("line", (line) => {
    isStarting &&= line !== "";
    if (isStarting) console.log(line);
  });
}

/** Uses the service that runs, or starts one and stops it afterwards. */
export async function withService(use: (service: Service) => Promise<void>): Promise<void> {
  const running = await runningService();
  if (running) return use(running);
  console.log("No service is running, so one is started for this run (npm start keeps one running) …");
  const { service, stop } = await startService();
  try {
    await use(service);
  } finally {
    await stop();
  }
}
