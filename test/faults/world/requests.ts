import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import type { Call, Reply, Send } from "../../support/requests.ts";
import type { ChooseFault } from "../faults.ts";
import { type ActivityWorld, Killed } from "../simulation/activity.ts";
import { containers, runAsFunction } from "./functions.ts";

/** The API's functions, in each of their containers. */
const calls: Send[] = await Promise.all(
  containers.map(async (container) => (await import(`../../support/api.ts${container}`)).call),
);

/** A request of an organization, and how it was answered: null if no answer arrived. */
export type Exchange = {
  organizationId: string;
  apiKey: string;
  operationId: OperationId;
  id: string;
  key: string | null;
  request: Call;
  body: string;
  sent: number;
  answered: number;
  reply: Reply | null;
};

const adding = new Set<OperationId>(["listGenerations", "listBillingEvents", "getStatement"]);
const writes = new Set<OperationId>([
  "createUpload",
  "createSourceAsset",
  "createGeneration",
  "regenerateGeneration",
  "cancelGeneration",
  "closeListing",
  "createSigningSecret",
  "createKey",
  "testWebhook",
  "redeliverWebhook",
]);
export const isWrite = (operationId: OperationId): boolean => writes.has(operationId);

type Parts = { world: ActivityWorld & { clockError: () => number }; choose: ChooseFault };
export type Account = { organizationId: string; apiKey: string };

/** Sends requests to the handlers, as partners do: again with the same key until there is an answer that is one. */
export function newRequests({ world, choose }: Parts) {
  const { schedule, random } = world;
  const exchanges: Exchange[] = [];
  let keys = 0;
  let underWay = 0;
  let isPaused = false;

  async function exchange(account: Account, operationId: OperationId, request: Call, key: string | null) {
    while (isPaused) await schedule.sleep(30_000);
    const body = JSON.stringify([request.id, request.query, bodyOf(request)]);
    const made: Exchange = {
      organizationId: account.organizationId,
      apiKey: account.apiKey,
      operationId,
      id: request.id ?? "",
      key,
      request,
      body,
      sent: schedule.now(),
      answered: Number.POSITIVE_INFINITY,
      reply: null,
    };
    exchanges.push(made);
    const headers = {
      Authorization: `Bearer ${account.apiKey}`,
      ...(key !== null && { "Idempotency-Key": key }),
      ...request.headers,
    };
    await schedule.sleep(5 + random.next() * 60);
    const seconds = adding.has(operationId) ? 29 : 15;
    underWay++;
    const reply = await runAsFunction(world, { name: operationId, seconds }, () =>
      random.pick(calls)(operationId, { ...request, headers }),
    )
      .catch((error) => {
        if (error instanceof Killed) return null;
        throw error;
      })
      .finally(() => underWay--);
    made.answered = schedule.now();
    if (choose(`answer ${operationId}`, ["answer_lost"]) === null) made.reply = reply;
    return made;
  }

  return {
    exchanges,
    newKey: () => `key-${++keys}`,
    /** Lets no request through from now on, and waits until none is under way. */
    pause: async (): Promise<void> => {
      isPaused = true;
      do await schedule.sleep(1000);
      while (underWay > 0);
    },
    resume: (): void => {
      isPaused = false;
    },
    isPaused: () => isPaused,
    /** The answer, or null if there was none but failures for as long as a partner tries. */
    send: async (
      account: Account,
      operationId: OperationId,
      request: Call = {},
      key: string | null = null,
    ) => {
      const once = isWrite(operationId) ? (key ?? `key-${++keys}`) : null;
      for (let tries = 0; tries < 7; tries++) {
        const isTwice = choose(`send ${operationId}`, ["sent_twice"]) !== null;
        const [{ reply }] = await Promise.all([
          exchange(account, operationId, request, once),
          ...(isTwice
            ? [schedule.sleep(random.next() * 100).then(() => exchange(account, operationId, request, once))]
            : []),
        ]);
        if (reply && reply.status < 500 && reply.status !== 429) return reply;
        await schedule.sleep(1000 * 2 ** tries * (0.5 + random.next()));
      }
      return null;
    },
  };
}
export type Requests = ReturnType<typeof newRequests>;

const bodyOf = ({ body }: Call): unknown =>
  body !== null && typeof body === "object" && "parts" in body ? body.parts.map(String) : body;
