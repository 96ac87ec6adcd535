import { Duration } from "aws-cdk-lib";
import { type EventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { issuerText } from "../lambdas/domain/billing/issuer.ts";
import type { Pictures } from "./buckets.ts";
import { explain } from "./cdk-nag.ts";
import { lambdaFunction } from "./function.ts";
import type { StageSettings } from "./settings/stage.ts";
import type { ServiceTable } from "./table.ts";

type Parts = { settings: StageSettings; table: ServiceTable; pictures: Pictures; bus: EventBus };

/**
 * Starts, fails or announces every minute what is stuck: a crash between two steps delays a job by a minute instead of
 * losing it. What a job or an ingest stored and does not refer to, it deletes. Billing periods that have ended, it closes.
 * The caller grants what it may start.
 */
export function sweeper(scope: Construct, { settings, table, pictures, bus }: Parts): LambdaFunction {
  const sweep = lambdaFunction(scope, "Sweep", {
    settings,
    entry: "lambdas/pipeline/sweep.ts",
    timeout: Duration.minutes(5),
    memoryMb: 512,
    environment: {
      TABLE_NAME: table.table.tableName,
      BUCKET_NAME: pictures.bucket.bucketName,
      EVENT_BUS_NAME: bus.eventBusName,
      ISSUER: issuerText(settings.issuer),
    },
  });
  table.grant(sweep, "ORG#", ["GetItem"]);
  table.grant(sweep, ["ORG#", "ORGS"], ["Query", "UpdateItem"]);
  table.grant(sweep, ["ORG#", "AUDIT"], ["PutItem"]);
  table.grantOpenWork(sweep);
  pictures.grantDelete(sweep, "outputs", "previews", "sources");
  bus.grantPutEventsTo(sweep);
  const schedule = new Rule(scope, "SweepSchedule", {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaTarget(sweep, { retryAttempts: 0 })],
  });
  explain(schedule, {
    "Serverless-EventBusDLQ": "The next sweep, a minute later, makes up for one that is lost.",
  });
  return sweep;
}
