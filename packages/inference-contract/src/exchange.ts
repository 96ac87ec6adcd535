import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Bucket, Signed } from "./bucket.ts";
import { type ContractRequest, ContractResponse } from "./messages.ts";
import { nameOf, type Picture, type Task } from "./tasks.ts";

/** One invocation, and everything that is seen of it from outside. */
export type Exchange = {
  name: string;
  source: Picture;
  /** HTTP status, or the reason why there is no answer. */
  status: number | string;
  milliseconds: number;
  /** The body as sent. */
  text: string;
  response: v.SafeParseResult<typeof ContractResponse>;
  read: Signed;
  proposedMask: Signed;
  candidates: (Signed & { id: string; mask: Signed })[];
};

export type Container = { url: string; timeoutSeconds: number; bucket: Bucket };

/** A point of the contract that needs separate requests. `run` returns the problem, or nothing. */
export type Probe = {
  id: string;
  title: string;
  run: (container: Container, task: Task, source: Picture) => Promise<string | undefined>;
};

/** Posts `body` to the container. No answer is a result too: its status is the reason. */
export async function post({ url, timeoutSeconds }: Container, body: string) {
  const started = performance.now();
  const answer = await fetch(`${url}/invocations`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body,
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: Error) => ({ status: reasonOf(error), text: "" }));
  return { ...answer, milliseconds: performance.now() - started };
}

const reasonOf = (error: Error) =>
  error.name === "TimeoutError" ? "no answer in time" : `no answer (${error.cause ?? error.message})`;

const maskType = "image/png";

const jsonOf = v.pipe(v.string(), v.parseJson());

/** A valid request with its signed URLs; `ids` are the candidates asked for. */
export function prepare(bucket: Bucket, task: Task, source: Picture, seed: number, ids: string[]) {
  const content_type = "image/jpeg";
  const read = bucket.signGet(source.data, content_type);
  const candidates = ids.map((id) =>
    Object.assign(bucket.signPut(id, content_type), { id, mask: bucket.signPut(`${id}-mask`, maskType) }),
  );
  const proposedMask = bucket.signPut("proposed-mask", maskType);
  const isStagedPhoto = task.workflow === "staging" && task.capture_type === "photo";
  const request: ContractRequest = {
    contract_version: "1.2",
    inference_id: randomUUID(),
    ...task,
    seed,
    source: { url: read.url, width: source.width, height: source.height, content_type },
    ...(isStagedPhoto && { proposed_mask: { url: proposedMask.url, content_type: maskType } }),
    candidates: candidates.map(({ id, url, mask }) => ({
      candidate_id: id,
      url,
      content_type,
      mask: { url: mask.url, content_type: maskType },
    })),
  };
  return { request, read, proposedMask, candidates };
}

type Invocation = {
  task: Task;
  source: Picture;
  seed?: number;
  ids?: string[];
  extra?: Record<string, unknown>;
};

/** Sends a valid request, with `extra` fields if given, and gathers the answer and the uploads. */
export async function invoke(container: Container, invocation: Invocation): Promise<Exchange> {
  const { task, source, seed = 1, ids = ["c1", "c2"], extra } = invocation;
  const { request, ...signed } = prepare(container.bucket, task, source, seed, ids);
  const answer = await post(container, JSON.stringify({ ...request, ...extra }));
  const json = v.safeParse(jsonOf, answer.text);
  const response = v.safeParse(ContractResponse, json.success ? json.output : undefined);
  return { name: nameOf(task), source, ...answer, response, ...signed };
}

const lastUpload = (signed: Signed | undefined): Buffer | undefined =>
  signed?.uploads.findLast((upload) => upload.status === 200)?.body;

/** What was last stored for a candidate, or undefined. */
export const storedOf = (exchange: Exchange, id: string): Buffer | undefined =>
  lastUpload(exchange.candidates.find((one) => one.id === id));

/** The mask that was last proposed, or undefined. */
export const proposedMaskOf = ({ proposedMask }: Exchange): Buffer | undefined => lastUpload(proposedMask);

/** The edit mask that was last stored for a candidate, or undefined. */
export const maskOf = (exchange: Exchange, id: string): Buffer | undefined =>
  lastUpload(exchange.candidates.find((one) => one.id === id)?.mask);
