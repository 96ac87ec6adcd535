import { Aws } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type Dashboard, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { explain } from "../cdk-nag.ts";
import type { StageSettings } from "../stage.ts";
import { type AlarmDefinition, alarmDefinitions, type MonitoredParts } from "./alarms.ts";
import { dashboard } from "./dashboard.ts";

/** What an operator looks at, and in stages with alarms what wakes them. */
export class Monitoring extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, watched: MonitoredParts) {
    super(scope, id);
    const alarms = watched.settings.alarms ? this.alarms(watched) : [];
    this.dashboard = dashboard(this, watched, alarms);
  }

  private alarms(watched: MonitoredParts): Alarm[] {
    const { stage } = watched.settings;
    const topic = this.topic(watched.settings);
    return alarmDefinitions(watched).map((watch) => {
      const alarm = this.alarm(stage, watch);
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
      return alarm;
    });
  }

  /** Not encrypted by a key: CloudWatch may not use AWS's own. A topic with a policy lets only in whom that names. */
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
          "Nobody would read a queue of e-mails not sent; the dashboard shows the alarm.",
      });
    }
    return topic;
  }

  private alarm(
    stage: string,
    { name, metric, threshold, of, within, says, runbook, missing }: AlarmDefinition,
  ): Alarm {
    return new Alarm(this, name.replaceAll(/[^A-Za-z0-9]+/g, "-"), {
      alarmName: `Image staging ${stage}: ${name}`,
      alarmDescription: `${says} Runbook: docs/operations.md#${runbook}`,
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: of,
      evaluationPeriods: within,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
  }
}
