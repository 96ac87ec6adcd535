import { startModelServer } from "@image-staging/inference-contract/serving/server";
import { candidate, requestFor } from "@image-staging/inference-contract/test/request";
import { startStore } from "@image-staging/inference-contract/test/store-server";
import { simulated } from "../src/model.ts";
import { photo } from "./pictures.ts";

/** The model in its container's server, and a store with a source picture for it. */
export async function startContainer(options: Parameters<typeof startModelServer>[1]) {
  const source = await photo(320, 256);
  const store = await startStore(source.data);
  const model = await startModelServer(simulated, options);

  /** A request for two candidates of the source. */
  const request = () => {
    const valid = requestFor(source);
    return {
      ...valid,
      source: { ...valid.source, url: `${store.url}/source` },
      candidates: ["c1", "c2"].map((id) => ({ ...candidate(id), url: `${store.url}/${id}` })),
    };
  };
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    fetch(model.url + path, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...init,
    });
  const close = async () => {
    await model.close();
    store.close();
  };
  return { source, stored: store.stored, url: model.url, request, post, close };
}
