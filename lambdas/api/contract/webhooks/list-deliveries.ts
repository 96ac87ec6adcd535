import * as v from "valibot";
import { JobId } from "../../../domain/ids.ts";
import { deliveryStates } from "../../../domain/webhook/summary.ts";
import { Moment } from "../moment.ts";
import { answers, type Operation } from "../operation.ts";
import { pageParameters } from "../paging.ts";
import type { WebhookDeliveriesPage } from "../published/resources/webhook-delivery.ts";

export const ListWebhookDeliveries = {
  operationId: "listWebhookDeliveries",
  method: "GET",
  path: "/api/v1/webhooks/deliveries",
  scope: "read",
  counter: { name: "list_webhook_deliveries", limit: "get_generation_per_minute" },
  query: v.strictObject({
    job_id: v.optional(JobId),
    state: v.optional(v.picklist(deliveryStates, `must be one of ${deliveryStates.join(", ")}`)),
    created_from: v.optional(Moment),
    created_to: v.optional(Moment),
    ...pageParameters,
  }),
  answer: answers<WebhookDeliveriesPage>(),
} as const satisfies Operation;
