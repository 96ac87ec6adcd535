import * as v from "valibot";
import { type Exchange, type Probe, post, prepare } from "./exchange.ts";
import { ContractError } from "./messages.ts";

/** The problem with a refusal: it must have a wanted status and the contract's error body, and nothing is stored. */
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

/** Sends a valid request that `change` makes invalid; it must be refused with a 4xx. */
const refuses =
  (change: (request: Record<string, unknown>) => unknown): Probe["run"] =>
  async (container, task, source) => {
    const { request, candidates } = prepare(container.bucket, task, source, 1, ["c1"]);
    return refusal(await post(container, JSON.stringify(change(request))), isClientError, candidates);
  };

/** Sends a request with another URL of its source; it must end in an error, with nothing stored. */
const failsFrom =
  (change: (url: string) => string): Probe["run"] =>
  async (container, task, source) => {
    const { request, candidates } = prepare(container.bucket, task, source, 1, ["c1"]);
    const changed = { ...request, source: { ...request.source, url: change(request.source.url) } };
    return refusal(await post(container, JSON.stringify(changed)), isError, candidates);
  };

/** What a container must refuse, and how it must answer. */
export const refusalProbes: Probe[] = [
  {
    id: "not-json",
    title: "A body that is not JSON is refused with 4xx and an error",
    run: async (container) => refusal(await post(container, '{"contract_version": '), isClientError),
  },
  {
    id: "no-source",
    title: "A request without source is refused with 4xx and an error",
    run: refuses(({ source: _, ...rest }) => rest),
  },
  {
    id: "no-candidates",
    title: "A request for zero candidates is refused with 4xx and an error",
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
    run: failsFrom((url) => url.replace("Signature=", "Signature=0")),
  },
  {
    id: "source-unreachable",
    title: "A source URL at which nothing listens ends in an error, and nothing is stored",
    run: failsFrom(() => "http://127.0.0.1:9/source?X-Amz-Signature=1"),
  },
  {
    id: "source-no-picture",
    title: "A source that is not a picture ends in an error, and nothing is stored",
    run: async (container, task) => {
      const text = { data: Buffer.from("no picture at all"), width: 517, height: 389 };
      const { request, candidates } = prepare(container.bucket, task, text, 1, ["c1"]);
      return refusal(await post(container, JSON.stringify(request)), isError, candidates);
    },
  },
];
