import type { Node } from "constructs";
import * as v from "valibot";

const Inference = v.variant(
  "backend",
  [
    v.strictObject({ backend: v.literal("simulator") }),
    v.strictObject({
      backend: v.literal("endpoint"),
      endpointName: v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9](-*[A-Za-z0-9]){0,62}$/, "must be a SageMaker endpoint name"),
      ),
    }),
    v.strictObject({
      backend: v.literal("model"),
      image: v.pipe(v.string(), v.minLength(1)),
      modelDataUrl: v.pipe(v.string(), v.startsWith("s3://", "must be an s3:// URL")),
      instanceType: v.pipe(
        v.string(),
        v.startsWith("ml.", "must be a SageMaker instance type such as ml.g5.xlarge"),
      ),
      maxInstances: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    }),
  ],
  "must name a backend: simulator, endpoint or model",
);

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

const StageSettings = v.strictObject({
  inference: Inference,
  retainData: v.boolean(),
  architecture: v.picklist(["arm64", "x86_64"]),
  logRetentionDays: v.picklist([1, 3, 5, 7, 14, 30, 60, 90, 180, 365]),
  throttle: v.strictObject({ requestsPerSecond: positive, burst: positive }),
});

/** The settings of one deployment: `stage` names it, the rest comes from cdk.json's `stages` and -c overrides. */
export type StageSettings = v.InferOutput<typeof StageSettings> & { stage: string; carrySharp: boolean };

const Stages = v.record(v.string(), v.record(v.string(), v.unknown()));

/**
 * Reads the settings of the stage that `-c stage=` names (default dev). `-c inferenceEndpointName=` uses an existing
 * SageMaker endpoint. Throws an Error with one sentence where a setting is missing or wrong.
 */
export function settingsOf(node: Pick<Node, "tryGetContext">): StageSettings {
  const stage = String(node.tryGetContext("stage") ?? "dev");
  const stages = v.parse(Stages, node.tryGetContext("stages") ?? {});
  const configured = stages[stage];
  if (!configured)
    throw new Error(`There is no stage "${stage}" in cdk.json: choose ${Object.keys(stages).join(" or ")}.`);
  const endpointName = node.tryGetContext("inferenceEndpointName");
  const architecture = node.tryGetContext("architecture") ?? configured.architecture;
  const inference = endpointName === undefined ? configured.inference : { backend: "endpoint", endpointName };
  const parsed = v.safeParse(StageSettings, { ...configured, inference, architecture });
  if (!parsed.success)
    throw new Error(`Stage "${stage}" is not set up right: ${parsed.issues.map(describe).join("; ")}.`);
  const settings = { ...parsed.output, stage, carrySharp: node.tryGetContext("carrySharp") !== "false" };
  if (stage === "prod" && settings.inference.backend === "simulator")
    throw new Error(
      'Stage "prod" needs a model: set inference in cdk.json, or give -c inferenceEndpointName=NAME.',
    );
  return settings;
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? "settings";
  return issue.received === "undefined" ? `${path} is missing` : `${path} ${issue.message}`;
}
