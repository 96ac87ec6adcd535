import { setTimeout as pause } from "node:timers/promises";
import type { ContractResponse as ModelResponse } from "@image-staging/inference-contract/messages";
import type { Fetch } from "@image-staging/inference-contract/serving/invocation";
import { fields, InvocationError, oneOf, whole } from "@image-staging/inference-contract/serving/request";
import type { Faults } from "@image-staging/inference-contract/serving/server";
import sharp, { type Sharp } from "sharp";
import { seeded } from "./drawing/random.ts";

/** Ways in which models fail. Each is played on one invocation, for tests of the service. */
const faultKinds = [
  "http_500",
  "timeout",
  "slow",
  "malformed_json",
  "dies_half_way",
  "missing_candidate",
  "left_out_candidate",
  "blank",
  "wrong_size",
  "copy_of_source",
  "not_an_image",
  "structure_lost",
  "low_score",
  "unsafe",
] as const;
type FaultKind = (typeof faultKinds)[number];

/** `delay_ms` is for "slow"; `candidate` (0-based) limits a fault of candidates to that one. */
export type Fault = { kind: FaultKind; delay_ms?: number; candidate?: number };

type Invocation = (fetch: Fetch) => Promise<ModelResponse>;

const noise = (width: number, height: number) => {
  const random = seeded(1);
  const pixels = Buffer.from(Array.from({ length: 16 * 16 * 3 }, () => Math.floor(random() * 256)));
  return sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } }).resize(width, height, {
    fit: "fill",
    kernel: "nearest",
  });
};

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#808080" } });

/** The bytes that a faulty model stores instead of its picture; null stores nothing. */
async function spoil(kind: FaultKind, picture: Buffer, source: Buffer): Promise<Buffer | null> {
  const { width, height } = await sharp(picture).metadata();
  const jpeg = (image: Sharp) => image.jpeg({ quality: 90 }).toBuffer();
  switch (kind) {
    case "blank":
      return jpeg(plain(width, height));
    case "structure_lost":
      return jpeg(noise(width, height));
    case "wrong_size":
      return jpeg(sharp(picture).resize(Math.ceil(width / 2), Math.ceil(height / 2)));
    case "copy_of_source":
      return jpeg(sharp(source));
    case "not_an_image":
      return Buffer.from("This is not a picture.");
    case "missing_candidate":
      return null;
    default:
      return picture;
  }
}

/** A fetch that spoils the pictures of the chosen candidates as they are stored. */
function spoiling({ kind, candidate }: Fault, fetch: Fetch, die: () => void): Fetch {
  let source = Buffer.alloc(0);
  let stored = 0;
  return async (url, init) => {
    if (init?.method !== "PUT") {
      const response = await fetch(url, init);
      source = Buffer.from(await response.arrayBuffer());
      return new Response(new Uint8Array(source), { status: response.status });
    }
    const chosen = candidate === undefined || candidate === stored;
    stored++;
    if (!chosen || !(init.body instanceof Uint8Array)) return fetch(url, init);
    const spoilt = await spoil(kind, Buffer.from(init.body), source);
    const response = spoilt
      ? await fetch(url, { ...init, body: new Uint8Array(spoilt) })
      : new Response(null);
    if (kind === "dies_half_way") die();
    return response;
  };
}

function distort({ kind, candidate }: Fault, response: ModelResponse): ModelResponse {
  const chosen = (nth: number) => candidate === undefined || candidate === nth;
  const { candidates } = response;
  switch (kind) {
    case "low_score":
      return {
        ...response,
        candidates: candidates.map((one, nth) => (chosen(nth) ? { ...one, score: 0.05 } : one)),
      };
    case "unsafe":
      return {
        ...response,
        candidates: candidates.map((one, nth) => (chosen(nth) ? { ...one, safe: false } : one)),
      };
    case "left_out_candidate":
      return { ...response, candidates: candidates.filter((_, nth) => !chosen(nth)) };
    default:
      return response;
  }
}

/**
 * Runs `invocation` as a model with this fault would, and returns the body of the answer. `die` cuts the caller's
 * connection. Throws an InvocationError for "http_500"; never returns for "timeout".
 */
export async function playFault(
  fault: Fault,
  invocation: Invocation,
  fetch: Fetch,
  die: () => void,
): Promise<string> {
  if (fault.kind === "http_500") throw new InvocationError(500, "a simulated fault");
  if (fault.kind === "timeout") return new Promise(() => {});
  if (fault.kind === "slow") await pause(fault.delay_ms ?? 5_000);
  const answer = JSON.stringify(distort(fault, await invocation(spoiling(fault, fetch, die))));
  return fault.kind === "malformed_json" ? answer.slice(0, answer.length / 2) : answer;
}

/** Plays the faults that a test chooses by `POST /faults`, each on one invocation. */
export function chosenFaults(): Faults {
  let next: Fault[] = [];
  return {
    choose: (body) => {
      next = readFaults(body);
    },
    play: (invocation, fetch, die) => {
      const fault = next.shift();
      return fault && playFault(fault, invocation, fetch, die);
    },
  };
}

/** Reads the body of `POST /faults`. Throws an InvocationError (400). */
function readFaults(body: unknown): Fault[] {
  const { next } = fields(body, "the request");
  if (!Array.isArray(next)) throw new InvocationError(400, "next must be a list of faults");
  return next.map((item, nth): Fault => {
    const { kind, delay_ms, candidate } = fields(item, `next[${nth}]`);
    return {
      kind: oneOf(kind, faultKinds, `next[${nth}].kind`),
      ...(delay_ms !== undefined && { delay_ms: whole(delay_ms, `next[${nth}].delay_ms`, 0) }),
      ...(candidate !== undefined && { candidate: whole(candidate, `next[${nth}].candidate`, 0) }),
    };
  });
}
