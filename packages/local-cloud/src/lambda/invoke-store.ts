import { AsyncLocalStorage } from "node:async_hooks";

type Context = Record<PropertyKey, unknown>;
const requestIdKey = Symbol.for("_AWS_LAMBDA_REQUEST_ID");

/**
 * Installs the Lambda runtime's InvokeStore for environments that run several invocations at once, as this host's do
 * (`AWS_LAMBDA_MAX_CONCURRENCY` says so to the function). Powertools keeps a request's log keys and metrics in it.
 * Returns the function that runs one invocation inside its context.
 */
export function installInvokeStore() {
  const contexts = new AsyncLocalStorage<Context>();
  const get = (key: PropertyKey) => contexts.getStore()?.[key];
  const store = {
    getContext: () => contexts.getStore(),
    hasContext: () => contexts.getStore() !== undefined,
    get,
    set: (key: PropertyKey, value: unknown) => {
      const context = contexts.getStore();
      if (context) context[key] = value;
    },
    getRequestId: () => get(requestIdKey) ?? "-",
    getXRayTraceId: () => undefined,
    getTenantId: () => undefined,
    run: <T>(context: Context, run: () => T): T => contexts.run(context, run),
  };
  Object.assign(globalThis, { awslambda: { InvokeStore: store } });
  return <T>(requestId: string, run: () => T): T => store.run({ [requestIdKey]: requestId }, run);
}
