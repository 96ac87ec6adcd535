import type { ImageStaging } from "@image-staging/client";

// It needs nothing but the client that it gets: other runtimes than Node run it, too.

export type Call = {
  do: string;
  id?: string;
  with?: Record<string, unknown>;
  key?: string;
  file?: Uint8Array<ArrayBuffer>;
  mask?: Uint8Array<ArrayBuffer>;
  wait?: boolean;
  deadline_ms?: number;
};

/**
 * Makes a call of a table. If it waits, it reads every `pollMs`: a scripted server answers at once. `onStatus` gets what
 * the caller hears in the meantime.
 */
export async function perform(
  client: ImageStaging,
  call: Call,
  { pollMs = 1, onStatus = (_status: string) => {} } = {},
): Promise<unknown> {
  const { id = "", wait, deadline_ms } = call;
  // The tables use the document's fields.
  const { file, mask } = call;
  const fields = { ...call.with, ...(file && { file }), ...(mask && { mask }) } as never;
  const options = call.key === undefined ? {} : { idempotencyKey: call.key };
  const waiting = {
    ...(deadline_ms !== undefined && { deadlineMs: deadline_ms }),
    pollMs: wait === undefined ? 500 : pollMs,
    onStatus: ({ status }: { status: string }) => onStatus(status),
  };
  const created = <Job>(job: Promise<Job> & { wait(options: typeof waiting): Promise<Job> }) =>
    wait ? job.wait(waiting) : job;
  const methods: Record<string, () => Promise<unknown>> = {
    "generations.create": () => created(client.generations.create(fields, options)),
    "generations.regenerate": () => created(client.generations.regenerate(id, fields, options)),
    "generations.cancel": () => client.generations.cancel(id, options),
    "generations.get": () => client.generations.get(id),
    "generations.wait": () => client.generations.wait(id, waiting),
    "generations.list": () => all(client.generations.list(fields)),
    "listings.list": () => all(client.listings.list()),
    "listings.get": () => client.listings.get(id),
    "listings.close": () => client.listings.close(id, options),
    "sourceAssets.create": () => created(client.sourceAssets.create(fields, options)),
    "usage.summary": () => client.usage.summary(fields),
    "billing.events": () => all(client.billing.events(fields)),
    "uploads.create": () => client.uploads.create(fields, options),
    "keys.list": () => client.keys.list(),
    "keys.create": () => client.keys.create(fields, options),
    "keys.revoke": () => client.keys.revoke(id, options),
    "webhooks.changeSettings": () => client.webhooks.changeSettings(fields, options),
    "webhooks.createSecret": () => client.webhooks.createSecret(options),
    "webhooks.test": () => client.webhooks.test(fields, options),
    "webhooks.redeliver": () => client.webhooks.redeliver(id, options),
  };
  const method = methods[call.do];
  if (!method) throw new Error(`The tables know no ${call.do}.`);
  return method();
}

/** Array.fromAsync, which Node 20 does not have. */
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
