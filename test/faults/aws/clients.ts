import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { table } from "../../../lambdas/storage/table.ts";
import { during, scopes, type WireAnswer, type WireRequest } from "../simulation/activity.ts";
import { sendingSite } from "../sites.ts";
import { forward } from "./table.ts";

type HttpRequest = {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable;
};
type Command = { constructor: { name: string } };
type Send = (this: unknown, command: Command, ...rest: unknown[]) => Promise<unknown>;
type Prototype<Method extends string, Type> = { [name in Method]: Type };

/** The prototype from which all clients of the SDK, or all their HTTP handlers, have a method. */
function ownerOf<const Method extends string, Type>(object: object, method: Method): Prototype<Method, Type> {
  let owner: object | null = object;
  while (owner && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner);
  if (!owner) throw new Error(`The SDK has no ${method}.`);
  return owner as Prototype<Method, Type>;
}

/** The SDK's own bytes look like a string, and warn if they are used as one. */
const bytesOf = (body: Uint8Array | undefined) =>
  body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Buffer.alloc(0);

async function wireOf({ method, path, query = {}, headers, body }: HttpRequest): Promise<WireRequest> {
  const search = new URLSearchParams(query).toString();
  const bytes =
    body instanceof Readable
      ? await buffer(body)
      : typeof body === "string"
        ? Buffer.from(body)
        : bytesOf(body);
  return { method, path: search === "" ? path : `${path}?${search}`, headers, body: bytes };
}

const responseOf = ({ status, headers, body }: WireAnswer) => ({
  response: {
    statusCode: status,
    headers: { ...headers, "content-length": String(body.length) },
    body: Readable.from(body.length > 0 ? [body] : [], { objectMode: false }),
  },
});

/**
 * Puts the simulation under every client of the SDK, in place of the network: the SDK itself, its retries included, is the
 * real one. What no activity sends goes to the table as it is.
 */
export function replaceNetwork(): void {
  const clients = ownerOf<"send", Send>(table, "send");
  const { send } = clients;
  clients.send = function (command, ...rest) {
    const { activity } = scopes.getStore() ?? {};
    if (!activity) return send.call(this, command, ...rest);
    const operation = command.constructor.name.replace(/Command$/, "");
    const site = siteNow(operation);
    const fault = activity.world.faultFor(activity, site, operation);
    const sending = { site, operation, attempt: 0, fault };
    return scopes.run({ activity, sending }, () => during(activity, () => send.call(this, command, ...rest)));
  };
  const handlers = ownerOf<"handle", (request: HttpRequest) => Promise<unknown>>(
    table.config.requestHandler,
    "handle",
  );
  handlers.handle = async (request) => {
    const { activity, sending } = scopes.getStore() ?? {};
    const wire = await wireOf(request);
    if (!activity || !sending) return responseOf(await forward(wire));
    sending.attempt++;
    return responseOf(await activity.world.call(activity, sending, wire));
  };
  globalThis.fetch = async (input, init = {}) => {
    const { activity } = scopes.getStore() ?? {};
    if (!activity) throw new Error("Only functions fetch.");
    const site = siteNow("PutByUrl");
    const fault = activity.world.faultFor(activity, site, "PutByUrl");
    const { pathname, search } = new URL(String(input));
    const wire = {
      method: init.method ?? "GET",
      path: pathname + search,
      headers: {},
      body: Buffer.from(init.body as Uint8Array),
    };
    const sending = { site, operation: "PutByUrl", attempt: 1, fault };
    const { status } = await activity.world.call(activity, sending, wire);
    return new Response(null, { status });
  };
}

function siteNow(operation: string): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error("Where is this sent?");
  Error.stackTraceLimit = stackTraceLimit;
  return sendingSite(stack, operation);
}

/** The SDK counts retries for a whole process: without a price, a history does not depend on those before it. */
export async function makeRetriesFree(): Promise<void> {
  const strategy = await table.config.retryStrategy();
  ownerOf<"getCapacityCost", () => number>(strategy, "getCapacityCost").getCapacityCost = () => 0;
}
