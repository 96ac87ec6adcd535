import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@image-staging/local-cloud/http";

export type Received = { at: Date; path: string; headers: Record<string, string>; body: string };

/** Answers a webhook; `count` is how many have come so far, this one included. */
export type Answer = (response: ServerResponse, received: Received, count: number) => void;

/** A webhook receiver on loopback that keeps what it gets and answers 200, or as `answer` does. */
export async function startReceiver(answer: Answer = (response) => response.end()) {
  const received: Received[] = [];
  const { url, close } = await listen(0, async (request, response) => {
    const { url: path = "", headers } = request;
    const delivery = { at: new Date(), path, headers: asRecord(headers), body: await text(request) };
    received.push(delivery);
    answer(response, delivery, received.length);
  });
  return {
    url: `${url}/hook`,
    /** The URL of another path. */
    at: (path: string) => url + path,
    received,
    receivedAt: (path: string) => received.filter((delivery) => delivery.path === path),
    /** The webhooks about a job. */
    receivedFor: (jobId: string) => received.filter(({ body }) => body.includes(jobId)),
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
