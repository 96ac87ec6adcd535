import { type Answers, accountWith, quotasWith, throttled, variablesOf } from "../account.ts";
import type { Api } from "../api.ts";
import type { Fault } from "./metric-history.ts";
import { leftBy, writtenByAws } from "./written.ts";

/** Which log has lines of the fault, and what AWS answers besides; and what of it the runbook's first command must print. */
export type Evidence = {
  log?: string;
  lines?: (api: Api, accessLog: string) => Promise<string[]> | string[];
  answers?: Answers;
  /** Days until the certificate that signs ends. */
  daysLeft?: number;
  prints: RegExp;
};

export const signingKey = "arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-1111-2222-333344445555";
export const never = Number.POSITIVE_INFINITY;
export const message = { Body: '{"type":"generation.succeeded"}', ReceiptHandle: "1" };

export const fewExecutions: Evidence = { answers: accountWith(10, 10), prints: /10 concurrent executions/ };
export const fewStarts: Evidence = { answers: quotasWith(5, 1500), prints: /5 starts and 1500 transitions/ };
export const refused = (metric: string, prints: RegExp): Evidence => ({
  answers: throttled({ [metric]: 2000 }),
  prints,
});
/** An endpoint that has fewer instances than it wants. */
export const fewInstances: Evidence = {
  answers: {
    "/2015-03-31/functions/start/configuration": variablesOf({ INFERENCE_ENDPOINT_NAME: "staging-v2" }),
    "SageMaker.DescribeEndpoint": {
      ...{ EndpointStatus: "InService", EndpointConfigName: "staging-v2-1" },
      ProductionVariants: [{ CurrentInstanceCount: 0, DesiredInstanceCount: 4 }],
    },
  },
  prints: /SageMaker endpoint +warning +staging-v2 is in service with 0 of 4 instances/,
};
export const ofModel = (line: string): Evidence => ({
  log: "InferenceRendererLogs",
  lines: () => [line],
  prints: /"status":"(timeout|error)"/,
});
export const downloads = (path: string): Evidence => ({
  log: "ApiAccessLog",
  lines: (_api, format) => [writtenByAws.access(format, path)],
  prints: new RegExp(`"path":"${path}"`),
});
export const receivers: Evidence = {
  lines: (api) => leftBy.failingReceiver(api),
  prints: /https:\/\/acme\.example\/hook/,
};

/**
 * What breaks, the alarm that must ring, within how many minutes at 0.5, 4, 100 and 1,000 jobs an hour (median; never if so few
 * jobs cannot show it), and what an operator then sees of it.
 */
export type Row = [
  fault: string,
  what: Fault,
  alarm: string,
  within: [number, number, number, number],
  evidence: Evidence,
];
