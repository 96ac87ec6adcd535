import type { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { appOf, contextWith, dev, templateOf } from "../support/stack/synthesize.ts";

test("webhooks share the account's concurrency unless a stage reserves some for them", () => {
  const reserved = (template: Template) =>
    Object.entries(template.findResources("AWS::Lambda::Function")).flatMap(([id, { Properties }]) =>
      Properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[id.replace(/[0-9A-F]{8}$/, ""), Properties.ReservedConcurrentExecutions]],
    );
  expect(reserved(templateOf(dev()))).toEqual([]);
  const settings = { webhookConcurrency: 200 };
  const withReservation = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  expect(reserved(withReservation)).toEqual([["WebhooksDeliverWebhook", 200]]);
});
