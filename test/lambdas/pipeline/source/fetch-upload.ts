import { fetchOriginal } from "../../../../lambdas/pipeline/source/fetch-original.ts";

/** Run as a program: reads an upload from a store to a file and prints by how many MiB memory grew at its peak. */
const [file = ""] = process.argv.slice(2);
const read = (object_key: string) => fetchOriginal({ kind: "upload", object_key }, file);
await read("small");
const idle = process.memoryUsage.rss();
let peak = idle;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 1);
await read("large");
clearInterval(sampling);
console.log(JSON.stringify({ grewMiB: Math.round((peak - idle) / 2 ** 20) }));
