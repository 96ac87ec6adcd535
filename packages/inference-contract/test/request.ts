import type { Fetch } from "../src/serving/invocation.ts";
import { type Picture, probeTask } from "../src/tasks.ts";

/** A valid request of the contract for `source`; `changes` replaces top-level fields. */
export const requestFor = (source: Pick<Picture, "width" | "height">, changes: object = {}) => ({
  contract_version: "1.0",
  inference_id: "01HZXW",
  ...probeTask,
  seed: 7,
  source: {
    url: "http://store.test/source",
    width: source.width,
    height: source.height,
    content_type: "image/jpeg",
  },
  candidates: [candidate("c1")],
  ...changes,
});

/** A candidate to store under its id. */
export const candidate = (id: string) => ({
  candidate_id: id,
  url: `http://store.test/${id}`,
  content_type: "image/jpeg",
});

/** The same, with an edit mask under `<id>-mask`. */
export const maskedCandidate = (id: string) => ({
  ...candidate(id),
  mask: { url: `http://store.test/${id}-mask`, content_type: "image/png" },
});

/** A fetch that serves `source` to GET and keeps what is PUT, by the last part of the path. */
export function storeOf(source: Pick<Picture, "data">): { fetch: Fetch; stored: Map<string, Buffer> } {
  const stored = new Map<string, Buffer>();
  const fetch: Fetch = async (url, init) => {
    if (init?.method !== "PUT") return new Response(new Uint8Array(source.data));
    const name = new URL(String(url)).pathname.slice(1);
    stored.set(name, Buffer.from(await new Response(init.body).arrayBuffer()));
    return new Response(null);
  };
  return { fetch, stored };
}
