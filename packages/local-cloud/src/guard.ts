import { IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { endIfDiskFull } from "./disk.ts";
import type { Log } from "./log.ts";

/** What answers a request: what it returns is waited for. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What a server does if its handler throws: who is told, and what answers. */
export type Failing = { log: Log; fail: Answering };

const ignore = () => {};

/**
 * Has a server answer by `handle` so that no connection ends the program. An error that `handle` throws is logged, and
 * `fail` answers. What is no HTTP request (an unknown method, too many bytes of headers, a chunk without a size) is handled
 * as a request without anything.
 */
export function guard(server: Server, handle: Answering, { log, fail }: Failing): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, response);
    // An error of a stream that nobody listens to ends the process.
    request.on("error", ignore);
    response.on("error", ignore);
    try {
      await handle(request, response);
    } catch (error) {
      endIfDiskFull(error);
      if (request.destroyed && !request.complete) return void response.destroy(); // the caller broke off
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`);
      if (response.headersSent) response.destroy();
      else fail(request, response);
    }
  };

  server.on("request", answer);
  // Such as too many open files.
  server.on("error", (error) => log(`${error.stack}\n`));
  server.on("clientError", (_error, socket) => {
    const response = latest.get(socket);
    const isOpen = response !== undefined && !response.writableFinished;
    if (
      !(socket instanceof Socket) ||
      !socket.writable ||
      refused.has(socket) ||
      (isOpen && response.headersSent)
    )
      return void socket.destroy();
    refused.add(socket);
    answer(...unreadable(socket, isOpen ? response : undefined));
  });
}

/** The request that could not be read, and its response, after which the connection ends. */
function unreadable(socket: Socket, open: ServerResponse | undefined): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(socket);
  request.push(null);
  const response = open ?? new ServerResponse(request);
  if (open === undefined) response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.on("finish", () => socket.destroySoon());
  // Whoever still reads the body of the request that broke would wait for ever.
  socket.once("close", () => response.req.destroy(new Error("The request is broken.")));
  return [request, response];
}
