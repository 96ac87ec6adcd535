import * as v from "valibot";
import { ContractError } from "./contract.ts";
import { type Container, type Exchange, invoke, post, prepare, storedOf } from "./exchange.ts";
import { difference } from "./rules.ts";
import type { Picture, Task } from "./tasks.ts";

/** A point of the contract that needs requests of its own. `run` gives what is wrong, or nothing. */
export type Probe = {
  id: string;
  title: string;
  run: (container: Container, task: Task, source: Picture) => Promise<string | undefined>;
};

const pingLimit = 2_000;
/** Pictures of one seed may differ by what other hardware and JPEG make of them. */
const sameWithin = 2;

const ping = ({ url }: Container) => fetch(`${url}/ping`, { signal: AbortSignal.timeout(pingLimit) });

const failed = (exchange: Exchange) =>
  exchange.status === 200 ? undefined : `it was answered with ${exchange.status}`;

async function firstPictures(
  container: Container,
  task: Task,
  source: Picture,
  seeds: number[],
): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const seed of seeds) {
    const exchange = await invoke(container, { task, source, seed, ids: ["c1"] });
    const picture = storedOf(exchange, "c1");
    if (picture) pictures.push(picture);
  }
  return pictures;
}

/** Whether a refusal is a 4xx (or any error) with the contract's error body, and nothing was stored. */
function refusal(
  { status, text }: { status: number | string; text: string },
  wanted: (status: number) => boolean,
  candidates: Exchange["candidates"] = [],
): string | undefined {
  if (typeof status !== "number" || !wanted(status)) return `it was answered with ${status}`;
  if (!v.is(v.pipe(v.string(), v.parseJson(), ContractError), text))
    return `its body is not { "error": "…" }`;
  if (text.includes("X-Amz-Signature")) return "the error repeats a signed URL";
  return candidates.some(({ uploads }) => uploads.length > 0) ? "a candidate was stored" : undefined;
}

const isClientError = (status: number) => status >= 400 && status < 500;
const isError = (status: number) => status >= 400;

/** Sends a valid request after `change` has spoilt it; it must be refused with a 4xx. */
const refuses =
  (change: (request: Record<string, unknown>) => unknown): Probe["run"] =>
  async (container, task, source) => {
    const { request, candidates } = prepare(container.bucket, task, source, 1, ["c1"]);
    return refusal(await post(container, JSON.stringify(change(request))), isClientError, candidates);
  };

export const probes: Probe[] = [
  {
    id: "ping",
    title: "GET /ping answers 200 within 2 s",
    run: async (container) => {
      const { status } = await ping(container);
      return status === 200 ? undefined : `it answered ${status}`;
    },
  },
  {
    id: "one-candidate",
    title: "Who asks for one candidate gets no second",
    run: async (container, task, source) => {
      const exchange = await invoke(container, { task, source, ids: ["only"] });
      if (!exchange.response.success) return failed(exchange) ?? "its answer cannot be read";
      const { length } = exchange.response.output.candidates;
      return length <= 1 ? undefined : `${length} were named`;
    },
  },
  {
    id: "same-seed",
    title: "The same seed gives the same picture",
    run: async (container, task, source) => {
      const [first, second] = await firstPictures(container, task, source, [11, 11]);
      if (!first || !second) return "no picture was stored";
      const found = await difference(first, second);
      return found <= sameWithin ? undefined : `they differ by ${found.toFixed(1)} of 255 on average`;
    },
  },
  {
    id: "other-seed",
    title: "Another seed gives another picture",
    run: async (container, task, source) => {
      const [first, second] = await firstPictures(container, task, source, [11, 12]);
      if (!first || !second) return "no picture was stored";
      return first.equals(second) ? "they are equal" : undefined;
    },
  },
  {
    id: "concurrent",
    title: "Three requests at once are all served, and /ping answers meanwhile",
    run: async (container, task, source) => {
      const work = [21, 22, 23].map((seed) => invoke(container, { task, source, seed, ids: ["c1"] }));
      const pinged = await ping(container).then(
        ({ status }) => (status === 200 ? undefined : `/ping answered ${status} meanwhile`),
        () => "/ping did not answer within 2 s meanwhile",
      );
      const exchanges = await Promise.all(work);
      const bad = exchanges.find((one) => one.status !== 200 || !storedOf(one, "c1"));
      return pinged ?? (bad && (failed(bad) ?? "a candidate was not stored"));
    },
  },
  {
    id: "newer-minor",
    title: "A request of a later 1.x with a field unknown today is served",
    run: async (container, task, source) =>
      failed(
        await invoke(container, {
          task,
          source,
          ids: ["c1"],
          extra: { contract_version: "1.9", added_later: { a: 1 } },
        }),
      ),
  },
  {
    id: "not-json",
    title: "What is not JSON is refused with 4xx and an error",
    run: async (container) => refusal(await post(container, '{"contract_version": '), isClientError),
  },
  {
    id: "no-source",
    title: "A request without source is refused with 4xx and an error",
    run: refuses(({ source: _, ...rest }) => rest),
  },
  {
    id: "no-candidates",
    title: "A request for no candidates is refused with 4xx and an error",
    run: refuses((request) => ({ ...request, candidates: [] })),
  },
  {
    id: "unknown-workflow",
    title: "An unknown workflow is refused with 4xx and an error",
    run: refuses((request) => ({ ...request, workflow: "demolition" })),
  },
  {
    id: "next-major",
    title: "A request of contract 2.0 is refused with 4xx and an error",
    run: refuses((request) => ({ ...request, contract_version: "2.0" })),
  },
  {
    id: "source-gone",
    title: "A source URL that is refused (403) ends in an error, and nothing is stored",
    run: async (container, task, source) => {
      const { request, candidates } = prepare(container.bucket, task, source, 1, ["c1"]);
      const gone = {
        ...request,
        source: { ...request.source, url: request.source.url.replace("Signature=", "Signature=0") },
      };
      return refusal(await post(container, JSON.stringify(gone)), isError, candidates);
    },
  },
  {
    id: "source-unreachable",
    title: "A source URL that nobody listens on ends in an error, and nothing is stored",
    run: async (container, task, source) => {
      const { request, candidates } = prepare(container.bucket, task, source, 1, ["c1"]);
      const nowhere = {
        ...request,
        source: { ...request.source, url: "http://127.0.0.1:9/source?X-Amz-Signature=1" },
      };
      return refusal(await post(container, JSON.stringify(nowhere)), isError, candidates);
    },
  },
  {
    id: "source-no-picture",
    title: "A source that is no picture ends in an error, and nothing is stored",
    run: async (container, task) => {
      const text = { data: Buffer.from("no picture at all"), width: 517, height: 389 };
      const { request, candidates } = prepare(container.bucket, task, text, 1, ["c1"]);
      return refusal(await post(container, JSON.stringify(request)), isError, candidates);
    },
  },
];
