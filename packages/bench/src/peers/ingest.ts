import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listen } from "@image-staging/local-cloud/http";
import * as v from "valibot";
import { median, printTable, ratioOf } from "./table.ts";

/** 50 MB from a server to a file, hashed: the first step of our ingest, and a fetch in one shot. */
const rounds = 5;
const run = promisify(execFile);
const Measured = v.object({ hash: v.string(), megabytes: v.number(), millis: v.number() });

const large = randomBytes(50 * 2 ** 20);
const { url, close } = await listen(0, ({ url: path }, response) =>
  response.end(path === "/large" ? large : "small"),
);
const folder = mkdtempSync(join(tmpdir(), "peers-ingest-"));
const program = join(import.meta.dirname, "read-50-mb.ts");
const env = { ...process.env, ALLOW_LOCAL_NETWORK: "true" };

async function measure(way: string) {
  const { stdout } = await run(process.execPath, [program, way, `${url}/`, join(folder, way)], { env });
  return v.parse(Measured, JSON.parse(stdout));
}

const [ours, oneShot] = [[] as v.InferOutput<typeof Measured>[], [] as v.InferOutput<typeof Measured>[]];
for (let round = 0; round < rounds; round++) {
  ours.push(await measure("ours"));
  oneShot.push(await measure("one shot"));
}
await close();
rmSync(folder, { recursive: true });
if (new Set([...ours, ...oneShot].map(({ hash }) => hash)).size !== 1) throw new Error("The hashes differ.");

const row = (what: string, unit: string, of: (one: v.InferOutput<typeof Measured>) => number) => {
  const [a, b] = [ours.map(of), oneShot.map(of)];
  return [what, `${median(a).toFixed(0)} ${unit}`, `${median(b).toFixed(0)} ${unit}`, ratioOf(a, b)];
};
printTable(
  ["", "ours", "one shot", "ratio"],
  [row("memory above idle", "MB", ({ megabytes }) => megabytes), row("CPU", "ms", ({ millis }) => millis)],
);
