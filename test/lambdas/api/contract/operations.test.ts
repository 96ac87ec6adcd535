import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../../../lambdas/api/contract/operation.ts";
import { operations } from "../../../../lambdas/api/contract/operations.ts";

const all: readonly Operation[] = operations;

/** A field whose null says something else than its absence. */
const meaningful = ["default_url"];

// @contract added.55
describe("null is as if a field that may be left out was left out", () => {
  test.each(
    all.flatMap(({ operationId, body }) =>
      Object.entries(body?.entries ?? {}).map(([name, schema]) => [operationId, name, schema] as const),
    ),
  )("%s: %s", (_operationId, name, schema) => {
    const [absent, given] = [v.safeParse(schema, undefined), v.safeParse(schema, null)];
    expect(given.success).toBe(absent.success);
    if (absent.success && !meaningful.includes(name)) expect(given.output).toEqual(absent.output);
  });
});
