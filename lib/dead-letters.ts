import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { explain } from "./cdk-nag.ts";
import type { StageSettings } from "./stage.ts";

/** What could not be processed or delivered, for an operator to read (docs/operations.md, "Dead letters"). */
export function deadLetterQueue(scope: Construct, id: string, { retainData }: StageSettings): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  const isLast = "It is the dead-letter queue itself: an alarm watches it.";
  explain(queue, { "AwsSolutions-SQS3": isLast, "Serverless-SQSRedrivePolicy": isLast });
  return queue;
}
