import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sha256Hex } from "../../../lambdas/domain/ids.ts";

/** What a receiver does instead of answering 2xx; `hang` outlasts the sender's time limit. */
export type Mischief = "500" | "redirect" | "gone" | "reset" | "garbage" | "hang" | "cut-off";
export type Request = { headers: Record<string, string>; body: string; accepted: boolean };

const pathOf = /^\/(\w[\w-]*)\/(\d+)\/(\w+)$/;

/**
 * A receiver whose URLs say how it behaves: `/<mischief>/<percent>/<anything>` does the mischief in that percentage
 * of requests, by chance but the same in every run, and answers 204 otherwise. Keeps every request by its path.
 */
export async function startUnreliableReceiver() {
  const requests = new Map<string, Request[]>();
  const server = createServer(async (request, response) => {
    const [path = "", mischief = "", percent] = pathOf.exec(request.url ?? "") ?? [];
    const before = requests.get(path) ?? [];
    const accepted = chance(`${path} ${before.length}`) * 100 >= Number(percent);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([k, value]) => [k, String(value)]),
    );
    const kept = { headers, body: "", accepted };
    requests.set(path, [...before, kept]);
    kept.body = await text(request);
    if (accepted) response.writeHead(204).end();
    else misbehave[mischief as Mischief](request, response);
  });
  await new Promise<void>((started) => server.listen(0, "127.0.0.1", 4096, started));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requestsAt: (url: string): Request[] => requests.get(new URL(url).pathname) ?? [],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const misbehave: Record<Mischief, (request: IncomingMessage, response: ServerResponse) => void> = {
  "500": (_, response) => response.writeHead(500).end("out of order"),
  redirect: (_, response) => response.writeHead(308, { location: "/500/0/elsewhere" }).end(),
  gone: (_, response) => response.writeHead(410).end(),
  reset: ({ socket }) => socket.resetAndDestroy(),
  garbage: ({ socket }) => socket.end("\u0000\u0001 what? \r\n\r\n"),
  "cut-off": ({ socket }) => socket.end("HTTP/1.1 2"),
  hang: () => {},
};

/** A number in 0 … 1 that depends on the seed alone. */
const chance = (seed: string): number => Number.parseInt(sha256Hex(seed).slice(0, 8), 16) / 2 ** 32;
