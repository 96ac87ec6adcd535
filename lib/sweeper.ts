import { Duration } from "aws-cdk-lib";
import { type EventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { explain } from "./cdk-nag.ts";
import { lambdaFunction } from "./function.ts";
import type { Pipeline } from "./pipeline.ts";
import type { StageSettings } from "./stage.ts";
import type { ServiceTable } from "./table.ts";

type Parts = { settings: StageSettings; table: ServiceTable; bus: EventBus };

/** Starts, fails or announces, every minute, what got stuck: a crash between two steps costs a job a minute, not its end. */
export function sweeper(pipeline: Pipeline, { settings, table, bus }: Parts): NodejsFunction {
  const sweep = lambdaFunction(pipeline, "Sweep", {
    settings,
    entry: "lambdas/pipeline/sweep.ts",
    timeout: Duration.minutes(5),
    memoryMb: 512,
    environment: { TABLE_NAME: table.table.tableName, EVENT_BUS_NAME: bus.eventBusName },
  });
  table.grant(sweep, "ORG#", ["GetItem", "UpdateItem"]);
  table.grantOpenWork(sweep);
  bus.grantPutEventsTo(sweep);
  pipeline.startsGenerations(sweep);
  pipeline.startsIngests(sweep);
  const schedule = new Rule(pipeline, "SweepSchedule", {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(sweep, { retryAttempts: 0 })],
  });
  explain(schedule, { "Serverless-EventBusDLQ": "A sweep that is lost is made up for a minute later." });
  return sweep;
}
