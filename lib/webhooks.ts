import { ArnFormat, Aws, Duration, Stack } from "aws-cdk-lib";
import { type EventBus, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SfnStateMachine } from "aws-cdk-lib/aws-events-targets";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { announcedTypes, eventSource } from "../lambdas/domain/webhook/events.ts";
import type { Pictures } from "./buckets.ts";
import { lambdaFunction } from "./function.ts";
import type { StageSettings } from "./settings/stage.ts";
import { stateMachine } from "./state-machine.ts";
import type { ServiceTable } from "./table.ts";

type Parts = {
  settings: StageSettings;
  table: ServiceTable;
  pictures: Pictures;
  bus: EventBus;
  deadLetters: Queue;
};

/** From a completion event to a delivered webhook, or to the dead-letter queue. */
export class Webhooks extends Construct {
  readonly delivery: StateMachine;
  readonly deliverWebhook: LambdaFunction;

  constructor(scope: Construct, id: string, { settings, table, pictures, bus, deadLetters }: Parts) {
    super(scope, id);
    const deliverWebhook = lambdaFunction(this, "DeliverWebhook", {
      settings,
      entry: "lambdas/pipeline/deliver-webhook.ts",
      environment: {
        TABLE_NAME: table.table.tableName,
        BUCKET_NAME: pictures.bucket.bucketName,
        EVENT_BUS_NAME: bus.eventBusName,
      },
      timeout: Duration.seconds(45),
      memoryMb: 512,
      concurrency: settings.webhookConcurrency,
    });
    table.grant(deliverWebhook, "ORG#", ["GetItem", "PutItem", "UpdateItem", "Query"]);
    table.grant(deliverWebhook, "SIGNING#", ["GetItem"]);
    pictures.grantSignedRead(deliverWebhook, "outputs", "sources");
    bus.grantPutEventsTo(deliverWebhook);

    this.deliverWebhook = deliverWebhook;
    this.delivery = stateMachine(this, "Delivery", {
      settings,
      file: "webhook-delivery.asl.json",
      functions: { DeliverWebhook: deliverWebhook },
      others: { DeadLetterQueueUrl: deadLetters.queueUrl },
    });
    deadLetters.grant(this.delivery, "sqs:SendMessage");
    new Rule(this, "Completed", {
      eventBus: bus,
      eventPattern: {
        source: [eventSource],
        detailType: announcedTypes,
      },
      targets: [
        new SfnStateMachine(this.delivery, {
          input: RuleTargetInput.fromEventPath("$.detail"),
          role: this.rulesOf(bus),
          deadLetterQueue: deadLetters,
        }),
      ],
    });
  }

  /** Trusts EventBridge for rules of one bus (Amazon EventBridge User Guide, "Cross-service confused deputy prevention"). */
  private rulesOf({ eventBusName }: EventBus): Role {
    const rules = Stack.of(this).formatArn({
      service: "events",
      resource: "rule",
      resourceName: `${eventBusName}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    const conditions = {
      StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
      ArnLike: { "aws:SourceArn": rules },
    };
    // Under the name that the target gives a role of its own.
    return new Role(this.delivery, "EventsRole", {
      assumedBy: new ServicePrincipal("events.amazonaws.com", { conditions }),
    });
  }

  /** Lets a function start deliveries: of tests, and of messages again. */
  startsDeliveries(starter: LambdaFunction): void {
    this.delivery.grantStartExecution(starter);
    starter.addEnvironment("WEBHOOK_STATE_MACHINE_ARN", this.delivery.stateMachineArn);
  }
}
