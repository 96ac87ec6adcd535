import { expect } from "vitest";
import type { JobFailure } from "../../../../lambdas/domain/failures.ts";
import { openRemote } from "../../../../lambdas/runtime/network/open-remote.ts";

type Options = Parameters<typeof openRemote>[1];

export const limits: Options = { rules: { allowLocal: true }, maxBytes: 1000 };

/** Everything at a URL, fetched as the local host may. */
export async function read(url: string, options: Partial<Options> = {}): Promise<Buffer> {
  const { body } = await openRemote(url, { ...limits, ...options });
  return collect(body);
}

export async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The failure that fetching a URL ends with. */
export const failureOf = (url: string, options: Partial<Options> = {}) =>
  read(url, options).then(
    () => expect.unreachable("the fetch succeeded"),
    (error: JobFailure) => error.toFailure(),
  );
