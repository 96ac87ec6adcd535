import type { ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { ContractResponse as ModelResponse } from "@image-staging/inference-contract/messages";
import { invoke } from "@image-staging/inference-contract/serving/invocation";
import type { Model } from "@image-staging/inference-contract/serving/model";
import { listen, sendJson } from "@image-staging/local-cloud/http";
import { type Fault, playFault } from "@image-staging/simulated/faults";
import sharp from "sharp";

/** What a model does instead of its work: a known fault, a fixed answer, or a change of its right answer. */
export type Behaviour =
  | Fault
  | { answer: unknown; status?: number }
  | { change: (answer: ModelResponse) => ModelResponse };

/** Draws without SVG, which the functions block in the process that they share with this model. */
const brightening: Model = {
  version: "brightening-1",
  prepare:
    async (_, { data }) =>
    async (nth) => ({
      picture: await sharp(data)
        .linear(1.1, 6 * nth)
        .jpeg()
        .toBuffer(),
      score: 0.9,
    }),
};

type Request = { seed: number; candidates: { url: string }[] };

/** A model that brightens pictures. It behaves for each organization as it is set to, and well if nothing is set. */
export async function startFaultyModel() {
  const behaviours = new Map<string, Behaviour[]>();
  const invocations: { organizationId: string; request: Request }[] = [];
  const { url, close } = await listen(0, async (incoming, response) => {
    const body = (await json(incoming)) as Request;
    const organizationId = /inference\/([^/]+)\//.exec(body.candidates[0]?.url ?? "")?.[1] ?? "";
    invocations.push({ organizationId, request: body });
    const [behaviour, ...later] = behaviours.get(organizationId) ?? [];
    if (later.length > 0) behaviours.set(organizationId, later);
    await respond(body, behaviour, response).catch((error) =>
      sendJson(response, error.status ?? 500, { error: error.message }),
    );
  });
  const requestsOf = (organizationId: string) =>
    invocations.filter((one) => one.organizationId === organizationId).map(({ request }) => request);
  return {
    url,
    close,
    /** Sets how the organization's next invocations are served, one after the other; the last holds for all later ones. */
    behave: (organizationId: string, ...next: Behaviour[]) => void behaviours.set(organizationId, next),
    timesAsked: (organizationId: string) => requestsOf(organizationId).length,
    requestsOf,
  };
}

async function respond(body: Request, behaviour: Behaviour | undefined, response: ServerResponse) {
  const invocation = (by: typeof fetch) => invoke(brightening, body, by);
  if (!behaviour) return sendJson(response, 200, await invocation(fetch));
  if ("change" in behaviour) return sendJson(response, 200, behaviour.change(await invocation(fetch)));
  if ("answer" in behaviour) return sendText(response, behaviour.status ?? 200, behaviour.answer);
  sendText(response, 200, await playFault(behaviour, invocation, fetch, () => response.destroy()));
}

/** Text goes out as it is, malformed or empty. */
function sendText(response: ServerResponse, status: number, body: unknown): void {
  if (typeof body === "string") response.writeHead(status, { "content-type": "application/json" }).end(body);
  else sendJson(response, status, body);
}
