import type { Node } from "constructs";
import * as v from "valibot";
import { approvals } from "../../lambdas/approval/policy.ts";
import { Issuer } from "../../lambdas/domain/billing/issuer.ts";
import { unreadableIn } from "../../lambdas/statements/coverage.ts";
import { ContentCredentials } from "./content-credentials.ts";
import { InferenceSettings } from "./inference.ts";
import { matching, whole, yesOrNo } from "./types.ts";

/** Requests from one address in five minutes, which AWS WAF allows; those without a well-formed key are counted apart. */
const Firewall = v.strictObject(
  {
    requestsPerAddressInFiveMinutes: v.optional(whole(10, 2_000_000_000), 20_000),
    requestsWithoutKeyInFiveMinutes: v.optional(whole(10, 2_000_000_000), 300),
  },
  "must be an object of its limits",
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

const textsOf = ({ name, address, taxId, payment = "" }: Issuer) => [name, address, taxId, payment].join("");
const isReadable = (issuer: Issuer) => unreadableIn(textsOf(issuer)).length === 0;
const whyUnreadable = ({ input }: { input: Issuer }) =>
  `has letters that an invoice's PDF cannot show: ${unreadableIn(textsOf(input)).join(" ")}`;

const StageSettings = v.strictObject({
  inference: InferenceSettings,
  approval: v.optional(v.picklist(approvals, `must be ${approvals.join(" or ")}`), "balanced"),
  retainData: yesOrNo,
  restoredTable: v.optional(matching(/^[\w.-]{3,255}$/, "must be the name of a table in DynamoDB")),
  architecture: v.picklist(["arm64", "x86_64"], "must be arm64 or x86_64"),
  logRetentionDays: v.picklist(
    [1, 3, 5, 7, 14, 30, 60, 90, 180, 365],
    "must be 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365",
  ),
  throttle: v.strictObject({ requestsPerSecond: whole(1, 10_000), burst: whole(1, 5000) }),
  alarms: yesOrNo,
  alarmEmail: v.optional(v.pipe(v.string(), v.email("must be an e-mail address"))),
  contentCredentials: v.optional(ContentCredentials),
  issuer: v.optional(v.pipe(Issuer, v.check(isReadable, whyUnreadable))),
  domain: v.optional(Domain),
  firewall: v.optional(Firewall),
  documents: v.optional(yesOrNo),
  webhookConcurrency: v.optional(whole(1, 10_000)),
  modelConcurrency: v.optional(whole(1, 10_000)),
  carrySharp: v.picklist(["true", "false"], "must be true or false"),
});

/** The settings of one deployment: `stage` names it, the rest comes from cdk.json's `stages` and -c overrides. */
export type StageSettings = v.InferOutput<typeof StageSettings> & { stage: string };

const Stages = v.record(v.string(), v.record(v.string(), v.unknown()));

/**
 * Reads the settings of the stage that `-c stage=` names (default dev). `-c architecture=`, `alarmEmail=` and
 * `carrySharp=` override its own; `-c firewall=true` adds a firewall with the default limits, `-c documents=true` the
 * documents for partners; `-c inferenceEndpointName=` uses an existing SageMaker endpoint, whose model
 * `-c inferenceModelVersion=` names. Throws an Error with one sentence if a setting is missing or wrong.
 */
export function settingsOf(node: Pick<Node, "tryGetContext">): StageSettings {
  const stage = String(node.tryGetContext("stage") ?? "dev");
  const stages = v.parse(Stages, node.tryGetContext("stages") ?? {});
  const configured = stages[stage];
  if (!configured)
    throw new Error(`There is no stage "${stage}" in cdk.json: choose ${Object.keys(stages).join(" or ")}.`);
  const chosen = { carrySharp: "true", ...configured, ...overridesOf(node, configured) };
  if (stage === "prod" && chosen.inference === undefined) throw needsModel();
  const parsed = v.safeParse(StageSettings, chosen);
  if (!parsed.success)
    throw new Error(
      `Stage "${stage}" is not configured correctly: ${parsed.issues.map(describe).join("; ")}.`,
    );
  if (stage === "prod") requireProductionSettings(parsed.output);
  return { ...parsed.output, stage };
}

function overridesOf(
  node: Pick<Node, "tryGetContext">,
  configured: Record<string, unknown>,
): { inference?: unknown } {
  const given = ["architecture", "alarmEmail", "carrySharp"].flatMap((name) => {
    const value: unknown = node.tryGetContext(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const firewall: unknown = node.tryGetContext("firewall");
  const documents: unknown = node.tryGetContext("documents");
  const endpointName: unknown = node.tryGetContext("inferenceEndpointName");
  const modelVersion: unknown = node.tryGetContext("inferenceModelVersion");
  const isEndpoint = endpointName !== undefined || modelVersion !== undefined;
  return {
    ...Object.fromEntries(given),
    ...(firewall !== undefined && { firewall: firewall === "true" ? (configured.firewall ?? {}) : firewall }),
    ...(documents !== undefined && { documents: documents === "true" ? true : documents }),
    ...(isEndpoint && { inference: { backend: "endpoint", endpointName, modelVersion } }),
  };
}

/** Regions of other partitions: the state machines and the signed URLs name the partition `aws`. */
const ofAnotherPartition = /^(cn|us-gov|us-iso\w?|eu-isoe|eusc)-/;

/** Throws an Error with one sentence if the service cannot run in a region. */
export function requireSupportedRegion(region: string | undefined): void {
  if (region !== undefined && ofAnotherPartition.test(region))
    throw new Error(`The service runs in AWS's commercial Regions only, and ${region} is not one of them.`);
}

const needsModel = () =>
  new Error(
    'Stage "prod" needs a model: npm run admin -- settings set prod --model rendered, or --endpoint NAME, writes it into cdk.json.',
  );

function requireProductionSettings({
  inference,
  modelConcurrency,
  retainData,
  alarms,
  firewall,
}: v.InferOutput<typeof StageSettings>) {
  if (inference.backend === "simulator") throw needsModel();
  if (inference.backend === "rendered" && modelConcurrency === undefined)
    throw new Error(
      'Stage "prod" reserves executions for the rendered model, so that it leaves the API the others: set modelConcurrency in cdk.json.',
    );
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
