import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import { laterPageParameters } from "../paging.ts";
import type { ApiKeys } from "../published/resources/api-key.ts";

export const ListKeys = {
  operationId: "listKeys",
  method: "GET",
  path: "/api/v1/keys",
  scope: "read",
  counter: { name: "list_keys", limit: "get_generation_per_minute" },
  query: v.strictObject(laterPageParameters),
  answer: answers<ApiKeys>(),
} as const satisfies Operation;
