import type { Statement } from "../../../domain/billing/statement-schema.ts";
import { answers, type Operation } from "../operation.ts";

export const GetStatement = {
  operationId: "getStatement",
  method: "GET",
  path: "/api/v1/billing/statements/{period_start}",
  scope: "billing",
  counter: { name: "billing_statement", limit: "billing_events_per_minute" },
  types: ["application/json", "text/csv", "application/pdf"],
  answer: answers<Statement>(),
} as const satisfies Operation;
