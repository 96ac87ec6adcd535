import type { IncomingMessage, ServerResponse } from "node:http";
import type { Cleanup } from "./cleanup.ts";
import type { Log } from "./cloud.ts";
import { listen, sendJson } from "./http.ts";
import { sendPage } from "./pages.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the base URL serves besides the local pages; the API is there only when the cloud behind it runs. */
export type Front = { inbox: Handler; apiKey: () => string; api: () => Handler | undefined };

/** Listens on the base URL: the API, the webhook inbox, the playground and the API reference. */
export async function startFront(port: number, front: Front, log: Log, cleanup: Cleanup): Promise<string> {
  const answer: Handler = async (request, response) => {
    const path = request.url?.split("?")[0] ?? "/";
    if (path === "/inbox") return front.inbox(request, response);
    if (request.method === "GET" && sendPage(path, front.apiKey(), response)) return;
    const api = front.api();
    if (api) return api(request, response);
    sendJson(response, 503, { error: "The local service is starting" });
  };
  const { url, close } = await listen(port, (request, response) => {
    answer(request, response).catch((error) => {
      log(`${request.method} ${request.url}: ${error.stack}\n`);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: String(error) });
    });
  });
  cleanup.add(close);
  return url;
}
