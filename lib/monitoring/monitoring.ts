import { Aws } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type Dashboard, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { explain } from "../cdk-nag.ts";
import type { StageSettings } from "../settings/stage.ts";
import type { AlarmDefinition, MonitoredParts } from "./alarm-definition.ts";
import { alarmDefinitions } from "./alarms.ts";
import { dashboard } from "./dashboard.ts";

/** The operator's dashboard, and in stages with alarms what wakes the operator. */
export class Monitoring extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, parts: MonitoredParts) {
    super(scope, id);
    const alarms = parts.settings.alarms ? this.alarms(parts) : [];
    this.dashboard = dashboard(this, parts, alarms);
  }

  private alarms(parts: MonitoredParts): Alarm[] {
    const { stage } = parts.settings;
    const topic = this.topic(parts.settings);
    const { key } = parts.settings.contentCredentials ?? {};
    if (key?.includes(":kms:")) this.tellLossOf(key, topic);
    return alarmDefinitions(parts).map((definition) => {
      const alarm = this.alarm(stage, definition);
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
      return alarm;
    });
  }

  /** Not encrypted: CloudWatch has no access to the AWS managed key. A topic with a policy admits only whom it names. */
  private topic({ stage, alarmEmail }: StageSettings): Topic {
    const topic = new Topic(this, "Alarms", { enforceSSL: true, displayName: `Image staging, ${stage}` });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
    if (alarmEmail !== undefined) {
      const subscription = topic.addSubscription(new EmailSubscription(alarmEmail));
      explain(subscription, {
        "Serverless-SNSRedrivePolicy":
          "A queue of undelivered e-mails would have no reader; the dashboard shows the alarm.",
      });
    }
    return topic;
  }

  /**
   * Tells within minutes that somebody disables the key in KMS or schedules its deletion, before a job needs it. EventBridge
   * gets calls of KMS from CloudTrail only (Amazon EventBridge Events Reference, "AWS Key Management Service events").
   */
  private tellLossOf(key: string, topic: Topic): void {
    const rule = new Rule(this, "SigningKeyLost", {
      eventPattern: {
        source: ["aws.kms"],
        detailType: ["AWS API Call via CloudTrail"],
        detail: {
          eventSource: ["kms.amazonaws.com"],
          eventName: ["DisableKey", "ScheduleKeyDeletion"],
          resources: { ARN: [key] },
        },
      },
      targets: [
        new SnsTopic(topic, {
          message: RuleTargetInput.fromText(
            `The key ${key} is disabled or will be deleted: outputs cannot be signed. Runbook: docs/runbooks.md#signing-key`,
          ),
        }),
      ],
    });
    explain(rule, {
      "Serverless-EventBusDLQ": "The alarm on refused signatures tells the same at the next job.",
    });
  }

  private alarm(stage: string, { name, metric, when, says, runbook, missing }: AlarmDefinition): Alarm {
    return new Alarm(this, name.replaceAll(/[^A-Za-z0-9]+/g, "-"), {
      alarmName: `Image staging ${stage}: ${name}`,
      alarmDescription: `${says} Runbook: docs/runbooks.md#${runbook}`,
      metric,
      threshold: when.threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: when.periods,
      evaluationPeriods: when.ofLast,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
  }
}
