import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = { at: Date; path: string; headers: Record<string, string>; body: string };
type Answer = (response: ServerResponse, received: Received, count: number) => void;

/** A webhook receiver on loopback that keeps what it gets and answers as told: 200 unless told otherwise. */
export async function startReceiver(answer: Answer = (response) => response.end()) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const delivery = { at: new Date(), path, headers: asRecord(headers), body: await text(request) };
    received.push(delivery);
    answer(response, delivery, received.length);
  });
  await new Promise<void>((started) => server.listen(0, "127.0.0.1", started));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    last: (): Received => {
      const last = received.at(-1);
      if (!last) throw new Error("nothing was received");
      return last;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const asRecord = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
