import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Answering, type Failing, guard } from "./guard.ts";
import { StartupError } from "./lifecycle.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type Listening = { server: Server; port: number; url: string; close: () => Promise<void> };

/**
 * Serves `handle` on 127.0.0.1, guarded: every listener of the laptop is one of this. Port 0 takes a free one. Throws a
 * StartupError when the port is taken.
 */
export async function listen(
  port: number,
  handle: Answering,
  failing: Partial<Failing> = {},
): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, requireHostHeader: false });
  guard(server, handle, { log: () => {}, fail: internalError, ...failing });
  await new Promise<void>((started, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", 4096, started);
  }).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartupError(
      `Port ${port} is taken. Stop the program that listens there, or choose another port.`,
      "port",
    );
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    server,
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const internalError: Handler = (_request, response) =>
  sendJson(response, 500, { message: "Internal server error" });

const unavailable: Handler = (_request, response) =>
  sendJson(response, 503, { error: "The local service is starting" });

/**
 * A handler for a port that must be known before what it serves can be made. Until `serve` names the handler that
 * answers, `meanwhile` does: by default with 503.
 */
export function deferredHandler(meanwhile: Handler = unavailable) {
  let current = meanwhile;
  const handle: Handler = (request, response) => current(request, response);
  const serve = (handler: Handler) => {
    current = handler;
  };
  return { handle, serve };
}

/** Serves on the preferred port, or on a free one when that is taken. */
export const listenNear = (port: number, handle: Answering, failing: Partial<Failing>): Promise<Listening> =>
  listen(port, handle, failing).catch((error) => {
    if (error instanceof StartupError) return listen(0, handle, failing);
    throw error;
  });

/**
 * Reads the whole request body. Returns undefined when it is longer than `limit` bytes; the rest is still read, because
 * a client that is still sending would not get the response from a closed connection.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= limit ? Buffer.concat(chunks) : undefined;
}

/** Answers JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  contentType = "application/json",
): void {
  response.writeHead(status, { "content-type": contentType });
  response.end(JSON.stringify(body));
}
