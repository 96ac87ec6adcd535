import * as v from "valibot";
import type { Statement } from "../../../domain/billing/statement-schema.ts";
import { answers, type Operation } from "../operation.ts";

export const GetStatement = {
  operationId: "getStatement",
  method: "GET",
  path: "/api/v1/billing/statements/{period_start}",
  counter: "billing_statement",
  query: v.strictObject({}),
  answer: answers<Statement>(),
} as const satisfies Operation;
