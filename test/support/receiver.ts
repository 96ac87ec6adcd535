import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = { headers: Record<string, string>; body: string };

/** A webhook receiver on loopback that keeps what it gets and answers as told. */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received, count: number) => void = (response) =>
    response.end(),
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const delivery = { headers: asRecord(request.headers), body: await text(request) };
    received.push(delivery);
    answer(response, delivery, received.length);
  });
  await new Promise<void>((started) => server.listen(0, "127.0.0.1", started));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const asRecord = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
