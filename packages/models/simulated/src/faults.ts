import { setTimeout as pause } from "node:timers/promises";
import type { ContractResponse as ModelResponse } from "@image-staging/inference-contract/messages";
import type { Fetch } from "@image-staging/inference-contract/serving/invocation";
import { fields, InvocationError, whole } from "@image-staging/inference-contract/serving/request";
import type { Faults } from "@image-staging/inference-contract/serving/server";
import sharp, { type Sharp } from "sharp";
import { seeded } from "./drawing/random.ts";

type Drawn = { picture: Buffer; source: Buffer; size: { width: number; height: number } };
/** What is stored in a picture's place (null: nothing), and what is said of it in the answer's place. */
type Play = {
  stored?: (drawn: Drawn) => Sharp | Buffer | null;
  said?: (candidate: ModelResponse["candidates"][number]) => ModelResponse["candidates"];
};

function noise() {
  const random = seeded(1);
  const pixels = Uint8Array.from({ length: 16 * 16 * 3 }, () => random() * 256);
  return sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } });
}

/** Ways in which models fail. Each is played on one invocation, for tests of the service. */
const plays = {
  ...{ http_500: {}, timeout: {}, slow: {}, malformed_json: {}, dies_half_way: {} },
  missing_candidate: { stored: () => null },
  left_out_candidate: { said: () => [] },
  blank: { stored: ({ size }) => sharp({ create: { ...size, channels: 3, background: "#808080" } }) },
  wrong_size: { stored: ({ picture, size }) => sharp(picture).resize(Math.ceil(size.width / 2)) },
  copy_of_source: { stored: ({ source }) => sharp(source) },
  not_an_image: { stored: () => Buffer.from("This is not a picture.") },
  structure_lost: { stored: ({ size }) => noise().resize({ ...size, fit: "fill", kernel: "nearest" }) },
  low_score: { said: (candidate) => [{ ...candidate, score: 0.05 }] },
  unsafe: { said: (candidate) => [{ ...candidate, safe: false }] },
} satisfies Record<string, Play>;
type FaultKind = keyof typeof plays;

/** `delay_ms` is for "slow"; `candidate` (0-based) limits a fault of candidates to that one. */
export type Fault = { kind: FaultKind; delay_ms?: number; candidate?: number };

const isChosen = ({ candidate }: Fault, nth: number) => candidate === undefined || candidate === nth;

/** A fetch that spoils the pictures of the chosen candidates as they are stored. */
function spoiling(fault: Fault, fetch: Fetch, die: () => void): Fetch {
  const { stored }: Play = plays[fault.kind];
  let source = Buffer.alloc(0);
  let nth = 0;
  return async (url, init) => {
    if (init?.method !== "PUT") {
      const response = await fetch(url, init);
      source = Buffer.from(await response.clone().arrayBuffer());
      return response;
    }
    if (!isChosen(fault, nth++) || !(init.body instanceof Uint8Array)) return fetch(url, init);
    const picture = Buffer.from(init.body);
    const { width, height } = await sharp(picture).metadata();
    const spoilt = stored ? stored({ picture, source, size: { width, height } }) : picture;
    const body = spoilt && "jpeg" in spoilt ? await spoilt.jpeg({ quality: 90 }).toBuffer() : spoilt;
    const response = body ? await fetch(url, { ...init, body: new Uint8Array(body) }) : new Response(null);
    if (fault.kind === "dies_half_way") die();
    return response;
  };
}

/**
 * Runs `invocation` as a model with this fault would, and returns the body of the answer. `die` cuts the caller's
 * connection. Throws an InvocationError for "http_500"; never returns for "timeout".
 */
export async function playFault(
  fault: Fault,
  invocation: (fetch: Fetch) => Promise<ModelResponse>,
  fetch: Fetch,
  die: () => void,
): Promise<string> {
  if (fault.kind === "http_500") throw new InvocationError(500, "a simulated fault");
  if (fault.kind === "timeout") return new Promise(() => {});
  if (fault.kind === "slow") await pause(fault.delay_ms ?? 5_000);
  const response = await invocation(spoiling(fault, fetch, die));
  const { said = (one) => [one] }: Play = plays[fault.kind];
  const candidates = response.candidates.flatMap((one, nth) => (isChosen(fault, nth) ? said(one) : [one]));
  const answer = JSON.stringify({ ...response, candidates });
  return fault.kind === "malformed_json" ? answer.slice(0, answer.length / 2) : answer;
}

const isKind = (kind: unknown): kind is FaultKind => Object.keys(plays).some((one) => one === kind);

/** Reads a fault of the body of `POST /faults`. Throws an InvocationError (400). */
function readFault(item: unknown, nth: number): Fault {
  const name = `next[${nth}]`;
  const { kind, delay_ms, candidate } = fields(item, name);
  if (!isKind(kind))
    throw new InvocationError(400, `${name}.kind must be one of ${Object.keys(plays).join(", ")}`);
  return {
    kind,
    ...(delay_ms !== undefined && { delay_ms: whole(delay_ms, `${name}.delay_ms`, 0) }),
    ...(candidate !== undefined && { candidate: whole(candidate, `${name}.candidate`, 0) }),
  };
}

/** Plays the faults that a test chooses by `POST /faults`, each on one invocation. */
export function chosenFaults(): Faults {
  let chosen: Fault[] = [];
  return {
    choose: (body) => {
      const { next } = fields(body, "the request");
      if (!Array.isArray(next)) throw new InvocationError(400, "next must be a list of faults");
      chosen = next.map(readFault);
    },
    play: (invocation, fetch, die) => {
      const fault = chosen.shift();
      return fault && playFault(fault, invocation, fetch, die);
    },
  };
}
