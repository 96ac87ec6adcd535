import { certificateFor } from "../account.ts";
import {
  downloads,
  fewExecutions,
  fewStarts,
  message,
  never,
  type Row,
  receivers,
  tableShown,
} from "./evidence.ts";
import { leftBy, writtenByAws } from "./written.ts";

/** Faults that AWS's own metrics show, or the sweeper. */
export const faultsOfPlatform: Row[] = [
  [
    "an inference's execution fails",
    { ofEachJob: { inferences0: 1 } },
    "Executions failed",
    [240, 40, 10, 10],
    {
      log: "InferenceRenderedInferenceLogs",
      lines: () => [writtenByAws.failedExecution],
      prints: /"execution_arn":"[^"]*RenderedInference:job_1"/,
    },
  ],
  [
    "Step Functions' quota",
    { eachMinute: { starts: 5 } },
    "Throttled executions",
    [15, 15, 15, 15],
    fewStarts,
  ],
  [
    "the index is throttled",
    { eachMinute: { indexWrites: 5 } },
    "Throttled table",
    [15, 15, 15, 15],
    tableShown,
  ],
  ["Lambda's quota", { eachMinute: { all: 5 } }, "Throttled functions", [15, 15, 15, 15], fewExecutions],
  [
    "counters collide",
    { eachMinute: { TransactionConflict: 100 } },
    "Transaction conflicts",
    [20, 20, 20, 20],
    tableShown,
  ],
  [
    "work is repeated",
    { ofEachJob: { approve: 200_000 } },
    "Cost of a job",
    [never, 240, 180, 180],
    {
      log: "PipelineApproveCandidatesLogs",
      lines: () => [writtenByAws.timeout],
      prints: /"status":"timeout"/,
    },
  ],
  [
    "a dead letter",
    { once: { NumberOfMessagesSent: 1 } },
    "Dead letters",
    [5, 5, 5, 5],
    { answers: { "AmazonSQS.ReceiveMessage": { Messages: [message] } }, prints: /generation\.succeeded/ },
  ],
  [
    "an answer is dropped",
    { once: { AsyncEventsDropped: 1 } },
    "Answers lost",
    [5, 5, 5, 5],
    { log: "PipelineCompleteInferenceLogs", lines: leftBy.lostAnswer, prints: /"level":"ERROR".*ValiError/ },
  ],
  [
    "an attack on /verify",
    { eachMinute: { files: 300 } },
    "Requests of the public check",
    [60, 60, 60, 60],
    downloads("/verify"),
  ],
  [
    "an attack on pictures",
    { eachMinute: { BytesDownloaded: 1e9 } },
    "Downloads from public pages",
    [60, 60, 60, 60],
    downloads("/d/page"),
  ],
  [
    "a receiver hangs for days",
    { eachMinute: { OpenExecutionCount: 120_000 } },
    "Open executions",
    [5, 5, 5, 5],
    receivers,
  ],
  [
    "a certificate ends",
    { ofEachJob: { CertificateEnding: 1 } },
    "Certificate of credentials",
    [2880, 1440, 1440, 1440],
    { prints: /credentials' certificate +\w+ +that signs/ },
  ],
  [
    "ACM cannot renew",
    { eachMinute: { days: 25 } },
    "Certificate of the domain",
    [1440, 1440, 1440, 1440],
    { answers: certificateFor(20), prints: /domain's certificate +warning/ },
  ],
  [
    "the sweeper stops",
    { sweeperIsSilent: true },
    "Sweeper silent",
    [15, 15, 15, 15],
    {
      answers: { "AWSEvents.DescribeRule": { State: "DISABLED" } },
      prints: /sweeper +problem +its rule is DISABLED/,
    },
  ],
  [
    "the sweeper fails",
    { eachMinute: { items: 1 } },
    "Sweeper failing",
    [20, 20, 20, 20],
    { log: "PipelineSweepLogs", lines: () => [writtenByAws.timeout], prints: /sweeper +ok/ },
  ],
  [
    "a job is stuck",
    { once: { JobStuck: 1 } },
    "Stuck jobs",
    [5, 5, 5, 5],
    {
      log: "PipelineSweepLogs",
      lines: leftBy.stuckJob,
      prints: /has not ended within an hour.*"job_id":"job_/,
    },
  ],
];
