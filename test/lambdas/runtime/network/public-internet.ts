import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { hostOf } from "../../../../lambdas/runtime/network/check-url.ts";
import type { Lookup } from "../../../../lambdas/runtime/network/connection.ts";
import { selfSigned } from "./certificate.ts";
import { goodUrls } from "./good-urls.ts";
import { type Attempt, tapSockets } from "./socket-tap.ts";

export const publicAddress = "93.184.215.14";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** All public addresses at once: one HTTPS server with a certificate that the process trusts for the tests' hosts. */
export interface PublicInternet {
  attempts: Attempt[];
  requests: { host: string | undefined; url: string | undefined; headers: IncomingMessage["headers"] }[];
  handle: (handler: Handler) => void;
  forget: () => void;
  close: () => Promise<void>;
}

export async function openPublicInternet(): Promise<PublicInternet> {
  const hosts = goodUrls.map((url) => hostOf(new URL(url)));
  const { key, cert } = selfSigned([...new Set([...hosts, "*.example.com"])]);
  const authorities = getCACertificates();
  setDefaultCACertificates([cert]);
  let handler: Handler = () => {};
  const requests: PublicInternet["requests"] = [];
  const server = createServer({ key, cert, keepAlive: true }, (request, response) => {
    requests.push({ host: request.headers.host, url: request.url, headers: request.headers });
    handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const tap = tapSockets(() => (server.address() as AddressInfo).port);
  return {
    attempts: tap.attempts,
    requests,
    handle: (next) => {
      handler = next;
    },
    forget: () => {
      tap.attempts.length = 0;
      requests.length = 0;
    },
    close: async () => {
      tap.restore();
      setDefaultCACertificates(authorities);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A resolver with one answer for all names, or one answer after the other. */
export function answering(...answers: string[][]): Lookup & { calls: () => number } {
  let calls = 0;
  const lookup = async () => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? [];
    calls += 1;
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return Object.assign(lookup, { calls: () => calls });
}
