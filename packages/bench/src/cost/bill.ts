import { operations } from "service/lambdas/api/contract/operations.ts";
import { prices } from "service/lib/monitoring/prices.ts";
import type { Used } from "./measured-jobs.ts";

export type Line = { name: string; usd: number; basis: string };

/** A function of this size has one whole processor, a smaller one proportionally less (Lambda Developer Guide, "Memory"). */
const mbOfOneProcessor = 1769;
/** How much longer a call to another AWS service takes than one to this machine, in milliseconds. */
const callMs = 5;
/** START, END and REPORT of one invocation, in bytes. */
const platformLogBytes = 350;

export const assumptions = [
  "List prices of us-east-1 on 2026-11-20 (lib/monitoring/prices.ts), no free tier; arm64 functions, warm.",
  `Durations were measured here, the median of each function, and are charged as if all of it were processor work: times ${mbOfOneProcessor} MB over the function's memory, if that is more than 1; every call of the table ${callMs} ms more.`,
  `Log lines were counted in bytes; ${platformLogBytes} more an invocation.`,
  "A job is created, announced by webhook at the first attempt, and read once. Every trace is sampled.",
  "Left out: the model (SageMaker), the storage of pictures and their egress, tax.",
];

/** The cost of 1,000 repetitions. `perJob` is what each costs besides: requests, events, notifications. */
export function billOf(used: Used, perJob: Line[] = []): Line[] {
  const functions = Object.values(used.functions);
  const invocations = total(functions.map((usage) => usage.invocations));
  const gbSeconds = total(functions.map(gbSecondsOf)) + (used.table.calls * callMs * 0.5) / 1000;
  const logBytes = used.logBytes + invocations * platformLogBytes;
  const lines: Line[] = [
    {
      name: "Step Functions",
      usd: used.transitions * prices.stateTransition,
      basis: `${used.transitions.toFixed(1)} transitions`,
    },
    {
      name: "Lambda",
      usd: invocations * prices.lambdaRequest + gbSeconds * prices.lambdaGbSecond.arm64,
      basis: `${invocations.toFixed(1)} invocations, ${gbSeconds.toFixed(2)} GB-s`,
    },
    {
      name: "DynamoDB",
      usd: used.table.writeUnits * prices.dynamoDbWriteUnit + used.table.readUnits * prices.dynamoDbReadUnit,
      basis: `${used.table.writeUnits.toFixed(1)} write and ${used.table.readUnits.toFixed(1)} read units in ${used.table.calls.toFixed(1)} calls`,
    },
    {
      name: "S3 requests",
      usd: used.objects.puts * prices.s3Put + used.objects.gets * prices.s3Get,
      basis: `${used.objects.puts.toFixed(1)} PUT, ${used.objects.gets.toFixed(1)} GET`,
    },
    {
      name: "CloudWatch Logs",
      usd: (logBytes / 1e9) * prices.logsIngestedGb,
      basis: `${(logBytes / 1000).toFixed(1)} kB`,
    },
    ...perJob,
  ];
  return lines.map((line) => ({ ...line, usd: line.usd * 1000 }));
}

/** What a job costs besides its functions and data; `requests` is how many its caller sends. */
export const aroundAJob = (requests: number): Line[] => [
  { name: "API Gateway", usd: requests * prices.apiRequest, basis: `${requests} requests` },
  {
    name: "EventBridge, SNS",
    usd: prices.eventPublished + prices.snsPublish,
    basis: "1 event, 1 notification",
  },
  { name: "X-Ray", usd: (requests + 1) * prices.xrayTrace, basis: `${requests + 1} traces` },
  {
    name: "S3, by SageMaker",
    usd: prices.s3Put + prices.s3Get,
    basis: "reads the request, stores the answer",
  },
];

const gbSecondsOf = ({ milliseconds, memoryMb }: Used["functions"][string]) =>
  (milliseconds / 1000) * (memoryMb / 1024) * Math.max(1, mbOfOneProcessor / memoryMb);

export const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** The metrics of jobs that succeed, and API Gateway's of each method: requests, two kinds of errors and of latency. */
const metrics = { ofTheFunctions: 6, ofAMethod: 5 };

/** What jobs add to a month, however few or many they are, if every route is used. */
export function metricsOfAMonth(): Line[] {
  const detailed = metrics.ofAMethod * operations.length;
  return [
    {
      name: "The functions' metrics",
      usd: metrics.ofTheFunctions * prices.customMetricMonth,
      basis: `${metrics.ofTheFunctions} custom metrics, if all jobs succeed`,
    },
    {
      name: "API Gateway's metrics",
      usd: detailed * prices.customMetricMonth,
      basis: `${metrics.ofAMethod} detailed metrics of each of ${operations.length} routes`,
    },
  ];
}

const minutesOfAMonth = 730 * 60;

/** The cost of stage dev in a month without a job: the sweeper, its traces and the dashboard. */
export function quietMonth(sweep: Used): Line[] {
  const perSweep: Line[] = [{ name: "X-Ray", usd: prices.xrayTrace, basis: "1 trace" }];
  const swept = billOf(sweep, perSweep).map(({ name, usd, basis }) => ({
    name: `Sweeper: ${name}`,
    usd: (usd / 1000) * minutesOfAMonth,
    basis: `${minutesOfAMonth} times ${basis}`,
  }));
  return [
    ...swept.filter(({ usd }) => usd > 0),
    { name: "Dashboard", usd: prices.dashboardMonth, basis: "1 dashboard" },
    {
      name: "Data kept",
      usd: prices.tableGbMonth + prices.tableBackupGbMonth + prices.logsStoredGbMonth,
      basis: "1 GB of table, its backups, 1 GB of logs",
    },
  ];
}
