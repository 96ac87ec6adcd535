import sharp from "sharp";
import type { ContractResponse } from "../messages.ts";
import type { Declined, Model, Report, Source } from "./model.ts";
import { encodeMask } from "./picture.ts";
import { InvocationError, type ModelRequest, maxPixels, readRequest, type Target } from "./request.ts";

export type Fetch = typeof globalThis.fetch;
/** Hears what a model is at with a request, and how much of all its candidates is done, from 0 to 1. */
export type Listener = (request: ModelRequest, ...progress: Parameters<Report>) => void;

const transferLimit = 60_000;
const maxSourceBytes = 64 * 1024 * 1024;

async function transfer(fetch: Fetch, what: string, url: string, init: RequestInit): Promise<Buffer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(transferLimit) });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return body;
  } catch (error) {
    throw new InvocationError(502, `${what} failed: ${error instanceof Error ? error.message : error}`);
  }
}

async function download({ source, mask }: ModelRequest, fetch: Fetch): Promise<Source> {
  const { url, width, height } = source;
  const data = await transfer(fetch, "reading the source", url, { method: "GET" });
  if (data.length > maxSourceBytes) throw new InvocationError(422, "the source is larger than 64 MiB");
  const found = await sharp(data, { limitInputPixels: maxPixels })
    .metadata()
    .catch(() => {
      throw new InvocationError(422, `the source is not a picture of at most ${maxPixels} pixels`);
    });
  if (found.width !== width || found.height !== height) {
    throw new InvocationError(
      422,
      `the source is ${found.width} x ${found.height}, not ${width} x ${height}`,
    );
  }
  if (!mask) return { data, width, height };
  const marked = await transfer(fetch, "reading the mask", mask.url, { method: "GET" });
  return { data, width, height, mask: await maskPixelsOf(marked, source) };
}

async function maskPixelsOf(mask: Buffer, { width, height }: ModelRequest["source"]): Promise<Uint8Array> {
  const opened = sharp(mask, { limitInputPixels: maxPixels, failOn: "error", ignoreIcc: true });
  const grey = opened.toColourspace("b-w").extractChannel(0).raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true }).catch(() => {
    throw new InvocationError(422, "the mask is no picture");
  });
  if (info.width === width && info.height === height) return data;
  const size = `${info.width} x ${info.height}`;
  throw new InvocationError(422, `the mask is ${size}, not the source's ${width} x ${height}`);
}

const store = ({ url, contentType }: Target, what: string, body: Buffer, fetch: Fetch) =>
  transfer(fetch, `storing ${what}`, url, {
    method: "PUT",
    body: new Uint8Array(body),
    headers: { "content-type": contentType },
  });

/**
 * Serves one invocation of a model: reads the source, then draws and stores the candidates one after the other to bound
 * memory. `body` is the parsed request; `fetch` reaches the presigned URLs; `listen` hears how much of all candidates is
 * done. Throws an InvocationError.
 */
export async function invoke(
  model: Model,
  body: unknown,
  fetch: Fetch,
  listen: Listener = () => {},
): Promise<ContractResponse> {
  const request = readRequest(body);
  const source = await download(request, fetch);
  const answer = { contract_version: "1.2", model_version: model.version };
  const unreadable = (error: Error) => {
    if (error instanceof InvocationError) throw error;
    throw new InvocationError(422, `the source cannot be drawn on: ${error.message}`);
  };
  let drawing = 0;
  const report: Report = (stage, done) =>
    listen(request, stage, (drawing + done) / request.candidates.length);
  const draw = await model.prepare(request, source, report).catch(unreadable);
  if (typeof draw !== "function")
    return { ...answer, candidates: [], declined: await propose(draw, request, fetch) };
  const candidates: ContractResponse["candidates"] = [];
  for (const [nth, { id, picture, mask }] of request.candidates.entries()) {
    drawing = nth;
    const drawn = await draw(nth).catch(unreadable);
    await store(picture, id, drawn.picture, fetch);
    const masked = mask && drawn.mask;
    if (masked) await store(mask, `the mask of ${id}`, masked, fetch);
    const { width, height } = source;
    const homography = drawn.homography && { homography: [...drawn.homography] };
    const known = { candidate_id: id, width, height, score: drawn.score, safe: true, ...homography };
    candidates.push(masked ? { ...known, mask: true } : known);
  }
  return { ...answer, candidates };
}

/** A refusal as it is answered; the mask that it proposes is stored, if the request has a place for one. */
async function propose(
  { proposedMask, ...declined }: Declined,
  { proposedMask: target, source }: ModelRequest,
  fetch: Fetch,
): Promise<NonNullable<ContractResponse["declined"]>> {
  if (!proposedMask || !target) return declined;
  await store(target, "the proposed mask", await encodeMask(proposedMask, source), fetch);
  return { ...declined, proposed_mask: true };
}
