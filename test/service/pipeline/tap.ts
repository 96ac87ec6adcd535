import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A call that a function makes of an AWS service. `what` is such as "GetItem ORG#…#JOB#…" or "PUT /bucket/key". */
export type TappedCall = { what: string; headers: IncomingHttpHeaders; body: Buffer };
/** What befalls calls. Each is told before it reaches the service and after it has taken effect. */
export type Listener = {
  before?: (call: TappedCall) => unknown;
  after?: (call: TappedCall) => unknown;
};

/** The way from the functions to an AWS service: a proxy that tells a listener of every call. */
export async function startTap(listener: () => Listener) {
  let target = "";
  const server = createServer(async (incoming, response) => {
    try {
      const call = { what: "", headers: incoming.headers, body: await buffer(incoming) };
      call.what = describe(incoming, call.body);
      await listener().before?.(call);
      const answer = await forward(target, incoming, call);
      const body = await buffer(answer);
      await listener().after?.(call);
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    } catch {
      response.destroy(); // the caller is gone
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lead: (to: string) => {
      target = to;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(target: string, { method, url }: IncomingMessage, { headers, body }: TappedCall) {
  const outgoing = request(new URL(url ?? "/", target), { method, headers });
  const [answer] = (await Promise.all([once(outgoing, "response"), outgoing.end(body)]))[0];
  return answer as IncomingMessage;
}

function describe({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const operation = headers["x-amz-target"]?.toString().split(".").at(-1);
  if (operation === undefined) return `${method} ${url?.split("?")[0]}`;
  const item = /"pk":\{"S":"([^"]+)"\},"sk":\{"S":"([^"]+)"\}/.exec(body.toString());
  return item ? `${operation} ${item[1]} ${item[2]}` : operation;
}
