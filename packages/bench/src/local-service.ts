import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { roomTypes, stylePresets } from "@image-staging/inference-contract/vocabulary";
import * as v from "valibot";
import { residentMb } from "./process-tree.ts";

const Service = v.object({ base_url: v.string(), api_key: v.string(), organization_id: v.string() });
const Ingest = v.object({
  ingest_id: v.string(),
  status: v.string(),
  source_asset_id: v.nullable(v.string()),
});
const Job = v.object({ job_id: v.string(), status: v.string() });
type Call = <const S extends v.GenericSchema>(
  schema: S,
  path: string,
  init?: RequestInit,
) => Promise<v.InferOutput<S>>;

const jobs = 100;
const inFlight = 8;

/** Start time of the local service, its memory at rest and after 100 jobs, and its jobs per minute. */
export async function localService(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const started = performance.now();
  const environment = { ...process.env, PORT: "0", DATA_DIR: folder };
  const child = spawn(process.execPath, ["packages/laptop/src/main.ts"], {
    env: environment,
    stdio: "ignore",
  });
  try {
    const service = await readDescription(child, join(folder, "service.json"));
    console.log(`ready after                 ${((performance.now() - started) / 1000).toFixed(1)} s`);
    console.log(`memory at rest              ${memoryOf(child)} MB, all processes`);
    raiseLimits(service.organization_id, environment);
    const call = caller(service);
    const asset = await ingest(call);
    const from = performance.now();
    const peak = await runJobs(call, asset, child);
    const minutes = (performance.now() - from) / 60_000;
    console.log(`${jobs} jobs, ${inFlight} in flight       ${(jobs / minutes).toFixed(0)} jobs per minute`);
    console.log(`memory while they ran       ${peak} MB at most`);
    console.log(`memory after ${jobs} jobs       ${memoryOf(child)} MB`);
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bench measures the service, not its limits. */
function raiseLimits(organization: string, environment: NodeJS.ProcessEnv): void {
  const limits = ["create_generation_per_minute", "get_generation_per_minute"].flatMap((limit) => [
    "--limit",
    `${limit}=100000`,
  ]);
  const command = ["bin/admin.ts", "org", "set", organization, ...limits, "--yes"];
  execFileSync(process.execPath, command, { env: environment, stdio: "ignore" });
}

const memoryOf = ({ pid = 0 }: ChildProcess) => residentMb(pid);

async function readDescription(child: ChildProcess, file: string) {
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error("The local service could not start.");
    await pause(50);
  }
  return v.parse(v.pipe(v.string(), v.parseJson(), Service), readFileSync(file, "utf8"));
}

const caller =
  ({ base_url, api_key }: v.InferOutput<typeof Service>): Call =>
  async (schema, path, init = {}) => {
    const headers = {
      Authorization: `Bearer ${api_key}`,
      "Idempotency-Key": crypto.randomUUID(),
      ...init.headers,
    };
    const response = await fetch(`${base_url}/api/v1${path}`, { ...init, headers });
    return v.parse(schema, await response.json());
  };

async function ingest(call: Call): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([await drawRoom(1200, 800)]), "room.jpg");
  const { ingest_id } = await call(Ingest, "/source-assets", { method: "POST", body });
  for (;;) {
    const { source_asset_id } = await call(Ingest, `/source-assets/${ingest_id}`);
    if (source_asset_id !== null) return source_asset_id;
    await pause(50);
  }
}

/** Runs the jobs, each with another inference, and returns the peak of memory. */
async function runJobs(call: Call, asset: string, child: ChildProcess): Promise<number> {
  let [left, peak] = [jobs, 0];
  const worker = async () => {
    while (left-- > 0) {
      await runJob(call, asset, left);
      peak = Math.max(peak, memoryOf(child));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return peak;
}

async function runJob(call: Call, source_asset_id: string, number: number): Promise<void> {
  const configuration = {
    mode: "refurnish",
    room_types: [roomTypes[number % roomTypes.length]],
    style_preset: stylePresets[Math.floor(number / roomTypes.length) % stylePresets.length],
  };
  const body = JSON.stringify({
    source_asset_id,
    workflow: "staging",
    capture_type: "photo",
    ...configuration,
  });
  const headers = { "Content-Type": "application/json" };
  const { job_id } = await call(Job, "/generations", { method: "POST", body, headers });
  for (;;) {
    const { status } = await call(Job, `/generations/${job_id}`);
    if (status === "succeeded") return;
    if (status === "failed") throw new Error(`Job ${job_id} failed.`);
    await pause(200);
  }
}
