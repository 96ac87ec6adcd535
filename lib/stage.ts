import type { Node } from "constructs";
import * as v from "valibot";

const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};
const matching = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message));
const yesOrNo = v.boolean("must be true or false");

const Inference = v.variant(
  "backend",
  [
    v.strictObject({ backend: v.literal("simulator") }),
    v.strictObject({
      backend: v.literal("endpoint"),
      endpointName: matching(
        /^[A-Za-z0-9](-*[A-Za-z0-9]){0,62}$/,
        "must be the name of a SageMaker endpoint",
      ),
      modelVersion: v.optional(matching(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, . _ or -")),
    }),
    v.strictObject({
      backend: v.literal("model"),
      image: matching(
        /^\d{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\/[a-z0-9._/-]+(:[\w.-]+|@sha256:[0-9a-f]{64})$/,
        "must be an image in Amazon ECR with its tag or digest",
      ),
      modelDataUrl: matching(/^s3:\/\/[a-z0-9.-]{3,63}\/.+\.tar\.gz$/, "must be the s3:// URL of a .tar.gz"),
      instanceType: matching(/^ml\.[a-z0-9-]+\.[a-z0-9]+$/, "must be an instance type such as ml.g5.xlarge"),
      maxInstances: whole(1, 100),
    }),
  ],
  "must be one of the backends simulator, endpoint and model",
);

const Domain = v.strictObject({
  name: matching(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    "must be a domain name in lower case, such as api.example.com",
  ),
  certificateArn: matching(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/,
    "must be the ARN of a certificate in AWS Certificate Manager",
  ),
});

const StageSettings = v.strictObject({
  inference: Inference,
  retainData: yesOrNo,
  architecture: v.picklist(["arm64", "x86_64"], "must be arm64 or x86_64"),
  logRetentionDays: v.picklist(
    [1, 3, 5, 7, 14, 30, 60, 90, 180, 365],
    "must be 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365",
  ),
  throttle: v.strictObject({ requestsPerSecond: whole(1, 10_000), burst: whole(1, 5000) }),
  alarms: yesOrNo,
  alarmEmail: v.optional(v.pipe(v.string(), v.email("must be an e-mail address"))),
  domain: v.optional(Domain),
  firewall: v.optional(v.strictObject({ requestsPerAddressInFiveMinutes: whole(10, 2_000_000_000) })),
  carrySharp: v.picklist(["true", "false"], "must be true or false"),
});

/** The settings of one deployment: `stage` names it, the rest comes from cdk.json's `stages` and -c overrides. */
export type StageSettings = v.InferOutput<typeof StageSettings> & { stage: string };

const Stages = v.record(v.string(), v.record(v.string(), v.unknown()));

/**
 * Reads the settings of the stage that `-c stage=` names (default dev). `-c architecture=`, `alarmEmail=` and
 * `carrySharp=` override its own; `-c inferenceEndpointName=` uses an existing SageMaker endpoint, whose model
 * `-c inferenceModelVersion=` names. Throws an Error with one sentence where a setting is missing or wrong.
 */
export function settingsOf(node: Pick<Node, "tryGetContext">): StageSettings {
  const stage = String(node.tryGetContext("stage") ?? "dev");
  const stages = v.parse(Stages, node.tryGetContext("stages") ?? {});
  const configured = stages[stage];
  if (!configured)
    throw new Error(`There is no stage "${stage}" in cdk.json: choose ${Object.keys(stages).join(" or ")}.`);
  const chosen = { carrySharp: "true", ...configured, ...overridesOf(node) };
  if (stage === "prod" && chosen.inference === undefined) throw needsModel();
  const parsed = v.safeParse(StageSettings, chosen);
  if (!parsed.success)
    throw new Error(
      `Stage "${stage}" is not configured correctly: ${parsed.issues.map(describe).join("; ")}.`,
    );
  if (stage === "prod") requireProductionSettings(parsed.output);
  return { ...parsed.output, stage };
}

function overridesOf(node: Pick<Node, "tryGetContext">): { inference?: unknown } {
  const given = ["architecture", "alarmEmail", "carrySharp"].flatMap((name) => {
    const value: unknown = node.tryGetContext(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const endpointName: unknown = node.tryGetContext("inferenceEndpointName");
  const modelVersion: unknown = node.tryGetContext("inferenceModelVersion");
  const isEndpoint = endpointName !== undefined || modelVersion !== undefined;
  return {
    ...Object.fromEntries(given),
    ...(isEndpoint && { inference: { backend: "endpoint", endpointName, modelVersion } }),
  };
}

const needsModel = () =>
  new Error('Stage "prod" needs a model: set inference in cdk.json, or give -c inferenceEndpointName=NAME.');

function requireProductionSettings({
  inference,
  retainData,
  alarms,
  firewall,
}: v.InferOutput<typeof StageSettings>) {
  if (inference.backend === "simulator") throw needsModel();
  if (!retainData || !alarms || !firewall)
    throw new Error(
      'Stage "prod" retains its data, has alarms and a firewall: set retainData, alarms and firewall in cdk.json.',
    );
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? "settings";
  if (issue.type === "strict_object" && issue.expected === "never") return `${path} is not a setting`;
  return issue.received === "undefined" ? `${path} is missing` : `${path} ${issue.message}`;
}
