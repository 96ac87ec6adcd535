import { type Handler, listen, sendJson } from "./http.ts";
import type { Cleanup } from "./lifecycle.ts";
import type { Log } from "./log.ts";
import { sendPage } from "./pages.ts";

/** Listens on the base URL and returns it. An error that `handle` throws is logged and answered with 500. */
export async function startFront(port: number, handle: Handler, log: Log, cleanup: Cleanup): Promise<string> {
  const { url, close } = await listen(port, async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: String(error) });
    }
  });
  cleanup.add(close);
  return url;
}

/** What the base URL serves: the webhook inbox, the local pages, and the API for everything else. */
export const frontHandler =
  (inbox: Handler, apiKey: string, api: Handler): Handler =>
  async (request, response) => {
    const path = request.url?.split("?")[0] ?? "/";
    if (path === "/inbox") return inbox(request, response);
    if (request.method === "GET" && sendPage(path, apiKey, response)) return;
    return api(request, response);
  };
