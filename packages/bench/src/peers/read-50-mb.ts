import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fetchOriginal } from "service/lambdas/pipeline/source/fetch-original.ts";

/**
 * Run as a program: reads a URL to a file, hashed, as the first step of an ingest does, or in one shot. Prints by how many
 * MB memory grew at its peak, and the processor time in milliseconds.
 */
const [way = "", url = "", file = ""] = process.argv.slice(2);

async function inOneShot(from: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(from)).arrayBuffer());
  await writeFile(file, bytes);
  return createHash("sha256").update(bytes).digest("hex");
}
const read = way === "ours" ? (from: string) => fetchOriginal({ kind: "url", url: from }, file) : inOneShot;

await read(`${url}small`);
const idle = process.memoryUsage.rss();
let peak = idle;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 1);
const before = process.cpuUsage();
const hash = await read(`${url}large`);
const { user, system } = process.cpuUsage(before);
peak = Math.max(peak, process.memoryUsage.rss());
clearInterval(sampling);
console.log(JSON.stringify({ hash, megabytes: (peak - idle) / 2 ** 20, millis: (user + system) / 1000 }));
