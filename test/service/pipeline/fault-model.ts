import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Fault, playFault } from "../../../models/simulated/faults.ts";
import { invoke, type ModelResponse } from "../../../models/simulated/invocation.ts";

/** How a model serves an organization: with a known fault, without doing anything, or with its right answer changed. */
export type Manner =
  | Fault
  | { answer: unknown; status?: number }
  | { change: (answer: ModelResponse) => ModelResponse };

type Request = { candidates: { url: string }[] };

/** The simulated model, serving each organization in its manner, and well where none is set. */
export async function startFaultModel() {
  const manners = new Map<string, Manner[]>();
  const invocations: string[] = [];
  const server = createServer(async (incoming, response) => {
    const body = (await json(incoming)) as Request;
    const organizationId = /inference\/([^/]+)\//.exec(body.candidates[0]?.url ?? "")?.[1] ?? "";
    invocations.push(organizationId);
    const [manner, ...later] = manners.get(organizationId) ?? [];
    if (later.length > 0) manners.set(organizationId, later);
    await serve(body, manner, response).catch((error) =>
      reply(response, error.status ?? 500, { error: error.message }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Serves the organization's next invocations in these manners, and all later ones in the last of them. */
    serve: (organizationId: string, ...next: Manner[]) => void manners.set(organizationId, next),
    timesAsked: (organizationId: string) => invocations.filter((id) => id === organizationId).length,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function serve(body: Request, manner: Manner | undefined, response: ServerResponse): Promise<void> {
  const invocation = (by: typeof fetch) => invoke(body, by);
  if (!manner) return reply(response, 200, await invocation(fetch));
  if ("change" in manner) return reply(response, 200, manner.change(await invocation(fetch)));
  if ("answer" in manner) return reply(response, manner.status ?? 200, manner.answer);
  reply(response, 200, await playFault(manner, invocation, fetch, () => response.destroy()));
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
