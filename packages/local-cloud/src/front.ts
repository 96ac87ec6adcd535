import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { endIfDiskFull } from "./disk.ts";
import { type Handler, listen, sendJson } from "./http.ts";
import type { Cleanup } from "./lifecycle.ts";
import type { Log } from "./log.ts";

const failed: Handler = (_request, response) => sendJson(response, 500, { message: "Internal server error" });

/** Listens on the base URL and returns it. An error that `handle` throws is logged, and `fail` answers. */
export async function startFront(
  port: number,
  handle: Handler,
  log: Log,
  cleanup: Cleanup,
  fail: Handler = failed,
): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await handle(request, response);
    } catch (error) {
      endIfDiskFull(error);
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`);
      if (response.headersSent) response.destroy();
      else fail(request, response);
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
