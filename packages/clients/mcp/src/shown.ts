import { Worker } from "node:worker_threads";
import type { GenerationJob, GenerationOutput, ImageStaging } from "@image-staging/client";
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { jobOf, sentenceOf } from "./job.ts";

type Content = CallToolResult["content"];
type Output = GenerationOutput;

/** The result of a tool about one job: a sentence, its pictures if they are wanted, and the job itself. */
export async function shown(
  staging: ImageStaging,
  job: GenerationJob,
  withPictures: boolean,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const content: Content = [{ type: "text", text: sentenceOf(job) }];
  for (const output of job.outputs) {
    if (withPictures) content.push(...(await pictureOf(staging, output, signal)));
    content.push(linkTo(output));
  }
  return { content, structuredContent: jobOf(job) };
}

const nameOf = ({ is_primary }: Output) => (is_primary ? "Primary picture" : "Alternate");

const linkTo = (output: Output): Content[number] => ({
  type: "resource_link",
  uri: output.image_url,
  name: `${nameOf(output)}, whole`,
  description: `In full size, without a key, until ${output.expires_at}; get_generation gives a fresh link.`,
  mimeType: "image/jpeg",
});

/** A picture as hosts take it, and what it shows. If it cannot be loaded, a text: the job has its pictures all the same. */
async function pictureOf(staging: ImageStaging, output: Output, signal: AbortSignal): Promise<Content> {
  try {
    const bytes = await (await staging.download(output, { signal })).arrayBuffer();
    const { data, width, height, whole } = await scaled(bytes, signal);
    const size = `${width} × ${height} pixels`;
    const about = width === whole.width ? size : `${size}, scaled down from ${whole.width} × ${whole.height}`;
    return [
      { type: "text", text: `${nameOf(output)} (${about}), digitally altered:` },
      { type: "image", data: Buffer.from(data).toString("base64"), mimeType: "image/jpeg" },
    ];
  } catch {
    signal.throwIfAborted();
    return [{ type: "text", text: `${nameOf(output)}: it cannot be shown here. Open its link.` }];
  }
}

const Scaled = v.object({
  data: v.instance(Uint8Array),
  width: v.number(),
  height: v.number(),
  whole: v.object({ width: v.number(), height: v.number() }),
});
type Scaled = v.InferOutput<typeof Scaled>;

let queue: Promise<unknown> = Promise.resolve();

/** Scales one picture at a time, in a separate thread, which gives back its memory: 33 megapixels take half a gigabyte. */
function scaled(bytes: ArrayBuffer, signal: AbortSignal): Promise<Scaled> {
  const next = queue.then(() => scaleInThread(bytes, signal));
  queue = next.catch(() => {});
  return next;
}

function scaleInThread(bytes: ArrayBuffer, signal: AbortSignal): Promise<Scaled> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./scale-picture.js", import.meta.url), {
      workerData: bytes,
      transferList: [bytes],
    });
    const stop = () => worker.terminate();
    signal.addEventListener("abort", stop, { once: true });
    worker.once("message", (message) => resolve(v.parse(Scaled, message)));
    worker.once("error", reject);
    worker.once("exit", () => {
      signal.removeEventListener("abort", stop);
      reject(new Error("The picture was not scaled."));
    });
  });
}
