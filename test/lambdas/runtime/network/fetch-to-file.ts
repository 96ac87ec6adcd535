import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { openRemote } from "../../../../lambdas/runtime/network/open-remote.ts";

/** Run as a program: fetches a URL to a file and prints by how many MiB memory grew at its peak. */
const [url = "", file = ""] = process.argv.slice(2);
const options = { rules: { allowLocal: true }, maxBytes: 50 * 2 ** 20 };
for await (const _ of (await openRemote(`${url}small`, options)).body);
const idle = process.memoryUsage.rss();
let peak = idle;
const { body } = await openRemote(url, options);
await pipeline(body, watched, createWriteStream(file));
console.log(JSON.stringify({ grewMiB: Math.round((peak - idle) / 2 ** 20) }));

async function* watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    peak = Math.max(peak, process.memoryUsage.rss());
    yield chunk;
  }
}
