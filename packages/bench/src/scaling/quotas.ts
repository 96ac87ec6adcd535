// biome-ignore-all lint/style/noExcessiveLinesPerFile: a table
import { readFileSync } from "node:fs";
import { openIndex } from "service/lambdas/storage/keys.ts";
import * as v from "valibot";

/** What one job uses, counted, and what is assumed besides. */
export type PerJob = {
  requests: number;
  startedExecutions: number;
  transitions: number;
  taskAnswers: number;
  events: number;
  /** Seconds in which a function of it runs, all its functions together. */
  functionSeconds: number;
  /** The most of those in one function. */
  longestFunctionSeconds: number;
  readUnits: number;
  writeUnits: number;
  /** Write units to the busiest item of its organization. */
  hotItemUnits: number;
  /** Transactions that write that item. */
  hotItemTransactions: number;
  /** Write units to the index of open work, all shards together. */
  openIndexUnits: number;
  puts: number;
  gets: number;
  modelSeconds: number;
  /** Seconds in which the rendered model's function runs. */
  renderSeconds: number;
};

/** How long a transaction keeps others from its items, in seconds. Assumed: nothing here has measured it on AWS. */
const transactionSeconds = 0.03;
const openShards = openIndex.shards.length;

const Production = v.object({
  modelConcurrency: v.number(),
  throttle: v.object({ requestsPerSecond: v.number() }),
  firewall: v.object({ requestsPerAddressInFiveMinutes: v.number() }),
});
const Cdk = v.object({ context: v.object({ stages: v.object({ prod: Production }) }) });
/** Stage prod as it is deployed. */
const prod = v.parse(Cdk, JSON.parse(readFileSync(new URL("../../../../cdk.json", import.meta.url), "utf8")))
  .context.stages.prod;

/**
 * A limit: how much of it there is in a second or at once, and how much of it one job a second uses. `of` says who
 * sets it: AWS raises a quota on request, a setting is changed in cdk.json, and a bound is the service's own or AWS's for good.
 */
export type Limit = {
  name: string;
  of: "quota" | "setting" | "bound";
  value: number;
  unit: string;
  used: (job: PerJob) => number;
  /** Whether it holds for one organization instead of all together. */
  ofOneOrganization?: boolean;
  source: string;
  /** What moves it. */
  moves: string;
};

const lambda = "https://docs.aws.amazon.com/lambda/latest/dg";
const dynamoDb = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide";
const stepFunctions =
  "https://github.com/awsdocs/aws-step-functions-developer-guide/blob/28a1c16/doc_source/limits-overview.md";
const eventBridge = "https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html";
const s3 = "https://repost.aws/knowledge-center/s3-object-key-naming-pattern";

/** Default quotas of a large Region, such as us-east-1, read on 2026-11-21, and stage prod of cdk.json. */
export const limits: Limit[] = [
  {
    name: "Model: 4 instances",
    of: "quota",
    value: 4,
    unit: "instances at work",
    used: (job) => job.modelSeconds,
    source: "assumed: `maxInstances` 4, 15 s a job",
    moves: "`maxInstances` and its quota",
  },
  {
    name: "Rendered model: its executions",
    of: "setting",
    value: prod.modelConcurrency,
    unit: "at once",
    used: (job) => job.renderSeconds,
    source: "cdk.json, `modelConcurrency`; 1.5 megapixels",
    moves: "`modelConcurrency`, `memoryMb`",
  },
  {
    name: "Organization: transactions on its counters",
    of: "bound",
    value: 1 / transactionSeconds,
    unit: "a second, one after the other",
    used: (job) => job.hotItemTransactions,
    ofOneOrganization: true,
    source: `assumed: ${transactionSeconds * 1000} ms each`,
    moves: "cells: its counters in N items",
  },
  {
    name: "Organization: write units of one item",
    of: "bound",
    value: 1000,
    unit: "write units a second",
    used: (job) => job.hotItemUnits,
    ofOneOrganization: true,
    source: `${dynamoDb}/warm-throughput-scenarios.html`,
    moves: "cells: its counters in N items",
  },
  {
    name: "Firewall: one address",
    of: "setting",
    value: prod.firewall.requestsPerAddressInFiveMinutes / 300,
    unit: "requests a second",
    used: (job) => job.requests,
    ofOneOrganization: true,
    source: "cdk.json, `requestsPerAddressInFiveMinutes`",
    moves: "`requestsPerAddressInFiveMinutes`",
  },
  {
    name: "Throttle of one method",
    of: "setting",
    value: prod.throttle.requestsPerSecond,
    unit: "requests a second",
    used: () => 1,
    source: "cdk.json, `throttle`",
    moves: "`throttle`",
  },
  {
    name: "API Gateway: requests of the account",
    of: "quota",
    value: 10_000,
    unit: "requests a second",
    used: (job) => job.requests,
    source: "https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html",
    moves: "a quota; cells: a stack each in several accounts",
  },
  {
    name: "Lambda: concurrent executions",
    of: "quota",
    value: 1000,
    unit: "at once",
    used: (job) => job.functionSeconds,
    source: `${lambda}/lambda-concurrency.html`,
    moves: "a quota",
  },
  {
    name: "Lambda: one function in its first 10 s",
    of: "bound",
    value: 1000,
    unit: "new environments",
    used: (job) => job.longestFunctionSeconds,
    source: `${lambda}/scaling-behavior.html`,
    moves: "nothing: it lasts 10 s",
  },
  {
    name: "Step Functions: StartExecution",
    of: "quota",
    value: 300,
    unit: "a second",
    used: (job) => job.startedExecutions,
    source: stepFunctions,
    moves: "a quota; ingest within the generation's machine, webhooks by SQS",
  },
  {
    name: "Step Functions: StateTransition",
    of: "quota",
    value: 1500,
    unit: "a second",
    used: (job) => job.transitions,
    source: stepFunctions,
    moves: "a quota; webhooks by SQS",
  },
  {
    name: "Step Functions: SendTaskSuccess",
    of: "quota",
    value: 500,
    unit: "a second",
    used: (job) => job.taskAnswers,
    source: stepFunctions,
    moves: "a quota; a function model that answers its machine itself",
  },
  {
    name: "DynamoDB: a new table's writes",
    of: "bound",
    value: 4000,
    unit: "write units a second",
    used: (job) => job.writeUnits,
    source: `${dynamoDb}/warm-throughput-scenarios.html`,
    moves: "warm throughput",
  },
  {
    name: "DynamoDB: a new table's reads",
    of: "bound",
    value: 12_000,
    unit: "read units a second",
    used: (job) => job.readUnits,
    source: `${dynamoDb}/warm-throughput-scenarios.html`,
    moves: "warm throughput",
  },
  {
    name: "DynamoDB: writes of one table",
    of: "quota",
    value: 40_000,
    unit: "write units a second",
    used: (job) => job.writeUnits,
    source: "https://repost.aws/knowledge-center/on-demand-table-throttling-dynamodb",
    moves: "a quota; cells: a stack each for some organizations",
  },
  {
    name: "DynamoDB: the index of open work",
    of: "bound",
    value: 1000 * openShards,
    unit: `write units a second in ${openShards} shards`,
    used: (job) => job.openIndexUnits,
    source: `${dynamoDb}/warm-throughput-scenarios.html`,
    moves: "`openIndex.shards`",
  },
  {
    name: "EventBridge: PutEvents",
    of: "quota",
    value: 10_000,
    unit: "a second",
    used: (job) => job.events,
    source: eventBridge,
    moves: "a quota",
  },
  {
    name: "EventBridge: invocations of targets",
    of: "quota",
    value: 18_750,
    unit: "a second",
    used: (job) => job.events,
    source: eventBridge,
    moves: "a quota",
  },
  {
    name: "S3: PUT under one prefix",
    of: "bound",
    value: 3500,
    unit: "a second, before S3 divides it",
    used: (job) => job.puts,
    source: s3,
    moves: "nothing: S3 divides prefixes",
  },
  {
    name: "S3: GET under one prefix",
    of: "bound",
    value: 5500,
    unit: "a second, before S3 divides it",
    used: (job) => job.gets,
    source: s3,
    moves: "nothing: S3 divides prefixes",
  },
];
