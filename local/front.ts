import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { targetOf } from "./gateway/event.ts";
import { type Handler, listen, sendJson } from "./http.ts";
import type { Cleanup } from "./lifecycle.ts";
import type { Log } from "./log.ts";
import { sendPage } from "./pages.ts";

/** Listens on the base URL and returns it. An error that `handle` throws is logged and answered with 500. */
export async function startFront(port: number, handle: Handler, log: Log, cleanup: Cleanup): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await handle(request, response);
    } catch (error) {
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: String(error) });
    }
  };
  const { server, url, close } = await listen(port, answer);
  server.on("clientError", (_error, socket) => {
    if (socket instanceof Socket && socket.writable) answerUnreadable(socket, answer);
    else socket.destroy();
  });
  cleanup.add(close);
  return url;
}

/** Has what is no HTTP request (an unknown method, too many bytes of headers) answered as a request without anything. */
function answerUnreadable(socket: Socket, answer: Handler): void {
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.on("finish", () => socket.destroySoon());
  request.push(null);
  answer(request, response);
}

/** What the base URL serves: the webhook inbox, the local pages, and the API for everything else. */
export const frontHandler =
  (inbox: Handler, apiKey: string, api: Handler): Handler =>
  async (request, response) => {
    const path = targetOf(request).split("?")[0] ?? "/";
    if (path === "/inbox") return inbox(request, response);
    if (request.method === "GET" && sendPage(path, apiKey, response)) return;
    return api(request, response);
  };
