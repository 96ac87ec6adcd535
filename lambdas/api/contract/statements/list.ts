import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import { pageParameters } from "../paging.ts";
import type { StatementsPage } from "../published/resources/listed-statement.ts";

export const ListStatements = {
  operationId: "listStatements",
  method: "GET",
  path: "/api/v1/billing/statements",
  scope: "billing",
  counter: { name: "list_statements", limit: "billing_events_per_minute" },
  query: v.strictObject(pageParameters),
  answer: answers<StatementsPage>(),
} as const satisfies Operation;
