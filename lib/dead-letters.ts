import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { explain } from "./cdk-nag.ts";
import { removalOf } from "./removal.ts";
import type { StageSettings } from "./settings/stage.ts";

/** What could not be processed or delivered, for an operator to read (docs/runbooks.md, "Dead letters"). */
export function deadLetterQueue(scope: Construct, id: string, settings: StageSettings): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: removalOf(settings),
  });
  const isLast = "It is the dead-letter queue itself: an alarm watches it.";
  explain(queue, { "AwsSolutions-SQS3": isLast, "Serverless-SQSRedrivePolicy": isLast });
  return queue;
}
