import { stageFloorplan } from "./drawing/floorplan.ts";
import { maxPixels, open, type Source } from "./drawing/picture.ts";
import { proCapture } from "./drawing/pro-capture.ts";
import { candidateSeed, seeded } from "./drawing/random.ts";
import { scoreOf } from "./drawing/score.ts";
import { cleanPhoto, stagePanorama, stagePhoto } from "./drawing/stage.ts";
import { styleOf } from "./drawing/styles.ts";
import { InvocationError, type ModelRequest, readRequest, type Task } from "./request.ts";

const modelVersion = "simulated-1";

/** The answer to an invocation (docs/inference-contract.md, "Response"). */
export type ModelResponse = {
  contract_version: "1.0";
  model_version: string;
  candidates: { candidate_id: string; width: number; height: number; score: number; safe: boolean }[];
};

export type Fetch = typeof globalThis.fetch;

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

async function download({ url, width, height }: ModelRequest["source"], fetch: Fetch): Promise<Source> {
  const data = await transfer(fetch, "reading the source", url, { method: "GET" });
  if (data.length > maxSourceBytes) throw new InvocationError(422, "the source is larger than 64 MiB");
  const found = await open(data)
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
  return { data, width, height };
}

/** One candidate as a JPEG of the source's size; the same task, source and seed give the same picture. */
function draw(task: Task, source: Source, seed: number): Promise<Buffer> {
  const random = seeded(seed);
  if (task.workflow === "pro_capture") return proCapture(source, task.capture, random);
  switch (task.kind) {
    case "clean":
      return cleanPhoto(source, random);
    case "panorama360":
      return stagePanorama(source, styleOf(task.style), random);
    case "floorplan":
      return stageFloorplan(source, task.style, styleOf(task.style), random);
    default:
      return stagePhoto(
        source,
        task.roomTypes,
        styleOf(task.style),
        task.kind === "renovate" ? "strong" : "light",
        random,
      );
  }
}

/**
 * Serves one invocation: reads the source, then draws and stores the candidates one after the other to bound memory.
 * `body` is the parsed request; `fetch` reaches the presigned URLs. Throws an InvocationError.
 */
export async function invoke(body: unknown, fetch: Fetch): Promise<ModelResponse> {
  const request = readRequest(body);
  const source = await download(request.source, fetch);
  const candidates: ModelResponse["candidates"] = [];
  for (const [nth, { id, url, contentType }] of request.candidates.entries()) {
    const picture = await draw(request.task, source, candidateSeed(request.seed, nth)).catch(
      (error: Error) => {
        throw new InvocationError(422, `the source cannot be drawn on: ${error.message}`);
      },
    );
    const headers = { "content-type": contentType };
    await transfer(fetch, `storing ${id}`, url, { method: "PUT", body: new Uint8Array(picture), headers });
    const score = await scoreOf(source, picture);
    candidates.push({ candidate_id: id, width: source.width, height: source.height, score, safe: true });
  }
  return { contract_version: "1.0", model_version: modelVersion, candidates };
}
