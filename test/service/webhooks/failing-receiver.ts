import type { ServerResponse } from "node:http";
import { sha256Hex } from "../../../lambdas/domain/ids.ts";
import { startReceiver } from "../../support/receiver.ts";

/** What a receiver does instead of answering 2xx; `hang` outlasts the sender's time limit. */
export type Failure = "500" | "redirect" | "gone" | "reset" | "garbage" | "hang" | "cut-off";

const pathPattern = /^\/(\w[\w-]*)\/(\d+)\/(\w+)$/;

/**
 * A receiver with URLs that say how it fails: at `/<failure>/<percent>/<anything>` it fails in that percentage of requests,
 * by chance but the same in every run, and answers 204 otherwise.
 */
export async function startFailingReceiver() {
  const receiver = await startReceiver((response, { path }) => {
    const [, failure = ""] = pathPattern.exec(path) ?? [];
    if (accepts(path, receiver.receivedAt(path).length)) response.writeHead(204).end();
    else fail[failure as Failure](response);
  });
  return {
    ...receiver,
    /** The requests at a URL, and whether each was accepted. */
    requestsAt: (url: string) => {
      const path = new URL(url).pathname;
      return receiver
        .receivedAt(path)
        .map((request, index) => ({ ...request, accepted: accepts(path, index + 1) }));
    },
  };
}

function accepts(path: string, nth: number): boolean {
  const percent = Number(pathPattern.exec(path)?.[2]);
  return chance(`${path} ${nth}`) * 100 >= percent;
}

const fail: Record<Failure, (response: ServerResponse) => void> = {
  "500": (response) => response.writeHead(500).end("out of order"),
  redirect: (response) => response.writeHead(308, { location: "/500/0/elsewhere" }).end(),
  gone: (response) => response.writeHead(410).end(),
  reset: ({ req }) => req.socket.resetAndDestroy(),
  garbage: ({ req }) => req.socket.end("\u0000\u0001 what? \r\n\r\n"),
  "cut-off": ({ req }) => req.socket.end("HTTP/1.1 2"),
  hang: () => {},
};

/** A number in 0 … 1 that depends on the seed alone. */
const chance = (seed: string): number => Number.parseInt(sha256Hex(seed).slice(0, 8), 16) / 2 ** 32;
