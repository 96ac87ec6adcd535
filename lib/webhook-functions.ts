import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ServiceTable } from "./table.ts";
import type { Webhooks } from "./webhooks.ts";

/** The functions of the webhooks' routes. They add to the record of changes, and read nothing of it. */
export const webhookHandlers = (table: ServiceTable, webhooks: Webhooks) => ({
  getWebhookSettings: {
    file: "webhooks/get-settings",
    grant: (handler: LambdaFunction) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
  },
  putWebhookSettings: {
    file: "webhooks/put-settings",
    grant: (handler: LambdaFunction) => {
      table.grant(handler, "ORG#", ["GetItem", "Query", "UpdateItem"]);
      table.grant(handler, ["ORG#", "AUDIT"], ["PutItem"]);
    },
  },
  createSigningSecret: {
    file: "webhooks/create-secret",
    grant: (handler: LambdaFunction) => {
      table.grant(handler, ["ORG#", "SIGNING#"], ["GetItem"]);
      table.grant(handler, ["ORG#", "SIGNING#", "AUDIT"], ["PutItem"]);
    },
  },
  testWebhook: {
    file: "webhooks/test",
    grant: (handler: LambdaFunction) => {
      table.grant(handler, "ORG#", ["GetItem"]);
      table.grant(handler, ["ORG#", "AUDIT"], ["PutItem"]);
      webhooks.startsDeliveries(handler);
    },
  },
  listWebhookDeliveries: {
    file: "webhooks/list-deliveries",
    grant: (handler: LambdaFunction) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
  },
  redeliverWebhook: {
    file: "webhooks/redeliver",
    grant: (handler: LambdaFunction) => {
      table.grant(handler, "ORG#", ["GetItem"]);
      table.grant(handler, ["ORG#", "AUDIT"], ["PutItem"]);
      webhooks.startsDeliveries(handler);
    },
  },
});
