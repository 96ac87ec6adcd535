import type { StackResourceSummary } from "@aws-sdk/client-cloudformation";
import * as v from "valibot";
import { readFunctions } from "../../../lib/outputs.ts";
import { callAws, callJson } from "../service/aws.ts";
import { listResources } from "../service/stack.ts";
import { check, type Finding, ok, problem, unknown, warning } from "./finding.ts";

const neededConcurrency = 1000;

/** What the account and the model allow: quotas as far as AWS tells them, and the endpoint if one is configured. */
export async function checkAccount(stackName: string): Promise<Finding[]> {
  let resources: StackResourceSummary[] = [];
  const listed = await check("resources", async () => {
    resources = await listResources(stackName);
    return ok(`${resources.length} in the stack`);
  });
  return [
    listed,
    await check("Lambda concurrency", lambdaConcurrency),
    await check("Step Functions", stepFunctionsQuotas),
    await check("SageMaker endpoint", () => endpointState(resources)),
    await check("edit masks", () => editMasks(resources)),
  ];
}

const json = <const S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> =>
  v.parse(v.pipe(v.string(), v.parseJson(), schema), text);

const AccountSettings = v.object({ AccountLimit: v.object({ ConcurrentExecutions: v.number() }) });

async function lambdaConcurrency() {
  const answer = await callAws("lambda", { method: "GET", path: "/2016-08-19/account-settings" });
  const { ConcurrentExecutions } = json(AccountSettings, answer).AccountLimit;
  const found = `${ConcurrentExecutions} concurrent executions`;
  if (ConcurrentExecutions >= neededConcurrency) return ok(found);
  return warning(
    found,
    `Request ${neededConcurrency} in Service Quotas, AWS Lambda, "Concurrent executions" before the first partner.`,
  );
}

const Quotas = v.object({ Quotas: v.array(v.object({ QuotaName: v.string(), Value: v.number() })) });
const throttles = /StartExecution|StateTransition/i;

async function stepFunctionsQuotas() {
  const request = { ServiceCode: "states", MaxResults: 100 };
  const answer = await callJson("servicequotas", "ServiceQuotasV20190624.ListServiceQuotas", request);
  const throttling = json(Quotas, answer).Quotas.filter(({ QuotaName }) => throttles.test(QuotaName));
  if (throttling.length === 0)
    return unknown("Service Quotas does not tell them", "Look at Service Quotas, AWS Step Functions.");
  return ok(throttling.map(({ QuotaName, Value }) => `${QuotaName}: ${Value}`).join("; "));
}

const Configuration = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) })),
});
const Endpoint = v.object({ EndpointStatus: v.string(), FailureReason: v.optional(v.string()) });

/** The endpoint is the stack's own, or the one that start-inference is configured to ask. */
async function endpointState(resources: StackResourceSummary[]) {
  const { name: EndpointName, model } = await answeringOf(resources);
  if (EndpointName === null) return ok(`none: ${model} answers`);
  const answer = await callJson("sagemaker", "SageMaker.DescribeEndpoint", { EndpointName });
  const { EndpointStatus, FailureReason = "" } = json(Endpoint, answer);
  if (EndpointStatus === "InService") return ok(`${EndpointName} is in service`);
  const finding = `${EndpointName} is ${EndpointStatus} ${FailureReason}`.trim();
  return /ing$/.test(EndpointStatus)
    ? warning(finding, "Wait until it is in service: jobs wait for it, for 38 minutes at most.")
    : problem(
        finding,
        "Read its events in SageMaker; jobs fail with inference_failed or inference_timeout meanwhile.",
      );
}

/** The endpoint that is asked, or null and the version of the model that answers in a function. */
async function answeringOf(
  resources: StackResourceSummary[],
): Promise<{ name: string | null; model: string }> {
  const own = resources.find(({ ResourceType }) => ResourceType === "AWS::SageMaker::Endpoint");
  const { INFERENCE_ENDPOINT_NAME, MODEL_VERSION = "a function" } = await variablesOf(
    resources,
    readFunctions.inference,
  );
  const named = own?.PhysicalResourceId?.replace(/^.*endpoint\//, "") ?? INFERENCE_ENDPOINT_NAME;
  return { name: named ?? null, model: MODEL_VERSION };
}

/** Without a mask, a candidate is only looked at for drift, which not every drift shows in. */
async function editMasks(resources: StackResourceSummary[]) {
  const { REQUIRE_MASK, JUDGE_DRIFT } = await variablesOf(resources, readFunctions.approval);
  if (REQUIRE_MASK === "true") return ok("required: outside them, outputs are the source's own pixels");
  if (JUDGE_DRIFT !== "true") return ok("not required: the simulated model gives none");
  return warning(
    "not required: a candidate without one can change what it should keep",
    'Set "requireMask": true in inference, in cdk.json, if the model gives edit masks.',
  );
}

/** The environment of the function of that construct, whose hash ends its logical id; empty if the stack has none. */
async function variablesOf(
  resources: StackResourceSummary[],
  construct: (typeof readFunctions)[keyof typeof readFunctions],
): Promise<Record<string, string>> {
  const found = resources.find(
    ({ ResourceType, LogicalResourceId = "" }) =>
      ResourceType === "AWS::Lambda::Function" && LogicalResourceId.slice(0, -8).endsWith(construct),
  );
  if (!found?.PhysicalResourceId) return {};
  const path = `/2015-03-31/functions/${encodeURIComponent(found.PhysicalResourceId)}/configuration`;
  const { Environment } = json(Configuration, await callAws("lambda", { method: "GET", path }));
  return Environment?.Variables ?? {};
}
