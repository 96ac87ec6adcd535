import * as v from "valibot";
import { usageTypes } from "../../../domain/billing/ledger.ts";
import { JobId } from "../../../domain/ids.ts";
import { Moment } from "../moment.ts";
import { answers, type Operation } from "../operation.ts";
import { pageParameters } from "../paging.ts";
import type { BillingEventsPage } from "../published/resources/billing-event.ts";

export const ListBillingEvents = {
  operationId: "listBillingEvents",
  method: "GET",
  path: "/api/v1/billing/events",
  scope: "billing",
  counter: { name: "billing_events", limit: "billing_events_per_minute" },
  query: v.strictObject({
    occurred_from: v.optional(Moment),
    occurred_to: v.optional(Moment),
    job_id: v.optional(JobId),
    usage_type: v.optional(v.picklist(usageTypes, `must be one of ${usageTypes.join(", ")}`)),
    ...pageParameters,
  }),
  types: ["application/json", "text/csv"],
  answer: answers<BillingEventsPage>(),
} as const satisfies Operation;
