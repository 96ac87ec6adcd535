import type { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { announcedTypes, eventSource } from "../../lambdas/domain/webhook/events.ts";
import { statementsByRole } from "../support/stack/policies.ts";
import { appOf, contextWith, dev, templateOf } from "../support/stack/synthesize.ts";

const reserved = (template: Template) =>
  Object.entries(template.findResources("AWS::Lambda::Function")).flatMap(([id, { Properties }]) =>
    Properties.ReservedConcurrentExecutions === undefined
      ? []
      : [[id.replace(/[0-9A-F]{8}$/, ""), Properties.ReservedConcurrentExecutions]],
  );

test("webhooks share the account's concurrency unless a stage reserves some for them", () => {
  expect(reserved(templateOf(dev()))).toEqual([]);
  const settings = { webhookConcurrency: 200 };
  const withReservation = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  expect(reserved(withReservation)).toEqual([["WebhooksDeliverWebhook", 200]]);
});

test("a delivery that is given up may be put into the dead-letter queue", () => {
  const template = templateOf(dev());
  const [, machine] =
    Object.entries(template.findResources("AWS::StepFunctions::StateMachine")).find(([id]) =>
      id.startsWith("WebhooksDelivery"),
    ) ?? [];
  const role: string = machine?.Properties.RoleArn["Fn::GetAtt"][0];
  const statements = statementsByRole(template).get(role) ?? [];
  const queues = statements
    .filter(({ Action }) => Action === "sqs:SendMessage")
    .map(({ Resource }) => Resource);
  const { DeadLetterQueueUrl } = machine?.Properties.DefinitionSubstitutions ?? {};
  expect(queues).toEqual([{ "Fn::GetAtt": [DeadLetterQueueUrl.Ref, "Arn"] }]);
});

test("only the service's own events begin a delivery", () => {
  const rules = Object.values(templateOf(dev()).findResources("AWS::Events::Rule"));
  const starting = rules.filter(({ Properties }) => "EventPattern" in Properties);
  expect(starting.map(({ Properties }) => Properties.EventPattern)).toEqual([
    { source: [eventSource], "detail-type": announcedTypes },
  ]);
});

test("EventBridge starts deliveries by rules of this account's bus only", () => {
  const template = templateOf(dev());
  const [[bus] = []] = Object.entries(template.findResources("AWS::Events::EventBus"));
  const trusted = Object.values(template.findResources("AWS::IAM::Role"))
    .flatMap(({ Properties }) => Properties.AssumeRolePolicyDocument.Statement)
    .filter(({ Principal }) => Principal.Service === "events.amazonaws.com");
  expect(trusted).toHaveLength(1);
  const [{ Condition }] = trusted;
  expect(Condition.StringEquals).toEqual({ "aws:SourceAccount": { Ref: "AWS::AccountId" } });
  const arn = Condition.ArnLike["aws:SourceArn"]["Fn::Join"][1];
  expect(arn.slice(-3)).toEqual([":rule/", { Ref: bus }, "/*"]);
});
