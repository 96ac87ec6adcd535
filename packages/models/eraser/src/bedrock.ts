import { InvocationError } from "@image-staging/inference-contract/serving/request";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import * as v from "valibot";
import type { Ask } from "./erase.ts";
import { hosted } from "./hosted.ts";

/** How long an answer may take. The function ends after five minutes, and draws too. */
const answerLimit = 120_000;

/** By how many pixels the eraser widens a mask, and blurs what it adds: its default. */
const growMask = 5;

/** 200 with a reason is a refusal: "Filter reason: …" of what the picture shows, or "Inference error". */
const Answer = v.object({
  finish_reasons: v.pipe(v.array(v.nullable(v.string())), v.minLength(1)),
  images: v.optional(v.array(v.string()), []),
});

interface Access {
  region: string;
  credentials: ConstructorParameters<typeof SignatureV4>[0]["credentials"];
  /** Where to ask; Bedrock in the Region by default. */
  endpoint?: string | undefined;
  limit?: number;
}

/**
 * Asks the eraser on Amazon Bedrock. Null if it refuses the picture. Throws an InvocationError: 503 if it has no capacity now, which
 * costs nothing, so that it may be asked again; 502 if it fails or must not be used; 504 if it does not answer in time.
 */
export function bedrock({ region, credentials, endpoint, limit = answerLimit }: Access): Ask {
  const signer = new SignatureV4({ service: "bedrock", region, credentials, sha256: Sha256 });
  const base = endpoint ?? `https://bedrock-runtime.${region}.amazonaws.com`;
  const url = new URL(`/model/${encodeURIComponent(hosted.profile)}/invoke`, base);
  return async ({ image, mask, seed }) => {
    const body = JSON.stringify({
      image: image.toString("base64"),
      mask: mask.toString("base64"),
      grow_mask: growMask,
      // 0 would be another seed each time.
      seed: Math.max(1, seed),
      output_format: "png",
    });
    const { protocol, hostname, pathname: path, host } = url;
    const headers = { host, "content-type": "application/json", accept: "application/json" };
    const request = { method: "POST", protocol, hostname, path, headers, body };
    const signed = await signer.sign(request);
    const init = { method: "POST", headers: signed.headers, body };
    return pictureOf(await send(url, init, limit));
  };
}

async function send(url: URL, init: RequestInit, limit: number): Promise<string> {
  const signal = AbortSignal.timeout(limit);
  const fail = (error: unknown): never => {
    const inTime = !signal.aborted;
    const what = error instanceof Error ? error.message : String(error);
    throw inTime ? failed(what) : new InvocationError(504, `the eraser did not answer within ${limit} ms`);
  };
  const response = await fetch(url, { ...init, signal }).catch(fail);
  const text = await response.text().catch(fail);
  if (response.ok) return text;
  const why = `${response.status} ${response.headers.get("x-amzn-errortype") ?? ""} ${text.slice(0, 300)}`;
  if ([429, 503].includes(response.status)) throw new InvocationError(503, `the eraser is busy: ${why}`);
  throw failed(why);
}

function pictureOf(text: string): Buffer | null {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), text);
  if (!answer.success) throw failed("its answer is not understood");
  const [reason] = answer.output.finish_reasons;
  if (reason?.startsWith("Filter reason")) return null;
  const [image] = answer.output.images;
  if (reason || !image) throw failed(reason ?? "it answered no picture");
  return Buffer.from(image, "base64");
}

const failed = (why: string) => new InvocationError(502, `the eraser failed: ${why}`);
