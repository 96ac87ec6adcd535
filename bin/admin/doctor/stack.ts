import type { StackResourceSummary } from "@aws-sdk/client-cloudformation";
import * as v from "valibot";
import { readFunctions } from "../../../lib/outputs.ts";
import { callJson } from "../service/aws.ts";
import { listResources } from "../service/stack.ts";
import { eraserAccess } from "./eraser.ts";
import { check, type Finding, json, ok, problem, unknown, warning } from "./finding.ts";
import { configurationOf, reservedExecutions } from "./functions.ts";
import { checkGuards } from "./guards.ts";
import { listQuotas } from "./quotas.ts";

/** What of the stack can fail beside its data: the model, and what watches over it. */
export async function checkStack(stackName: string, isTrial: boolean): Promise<Finding[]> {
  let resources: StackResourceSummary[] = [];
  const listed = await check("resources", async () => {
    resources = await listResources(stackName);
    return ok(`${resources.length} in the stack`);
  });
  return [
    listed,
    await check("SageMaker endpoint", () => endpointState(resources)),
    await check("model's size", () => modelSize(resources)),
    await check("eraser", () => eraserAccess(resources)),
    await check("edit masks", () => editMasks(resources)),
    ...(await checkGuards(resources, isTrial)),
  ];
}

const Endpoint = v.object({
  EndpointStatus: v.string(),
  FailureReason: v.optional(v.string()),
  EndpointConfigName: v.optional(v.string()),
  ProductionVariants: v.optional(
    v.array(
      v.object({
        CurrentInstanceCount: v.optional(v.number(), 0),
        DesiredInstanceCount: v.optional(v.number(), 0),
      }),
    ),
  ),
});

/** The endpoint is the stack's own, or the one that start-inference is configured to ask. */
async function endpointState(resources: StackResourceSummary[]) {
  const { name: EndpointName, model } = await answeringOf(resources);
  if (EndpointName === null) return ok(`none: ${model} answers`);
  const answer = await callJson("sagemaker", "SageMaker.DescribeEndpoint", { EndpointName });
  const { EndpointStatus, FailureReason = "", ProductionVariants: [variant] = [] } = json(Endpoint, answer);
  if (EndpointStatus === "InService") {
    if (!variant) return ok(`${EndpointName} is in service`);
    const { CurrentInstanceCount: now, DesiredInstanceCount: wanted } = variant;
    const found = `${EndpointName} is in service with ${now} of ${wanted} instances`;
    return now < wanted ? warning(found, "Wait for it; see docs/runbooks.md, Model backlog.") : ok(found);
  }
  const finding = `${EndpointName} is ${EndpointStatus} ${FailureReason}`.trim();
  return /ing$/.test(EndpointStatus)
    ? warning(finding, "Wait until it is in service: jobs wait for it, for 38 minutes at most.")
    : problem(
        finding,
        "Read its events in SageMaker; jobs fail with inference_failed or inference_timeout meanwhile.",
      );
}

const EndpointConfig = v.object({
  ProductionVariants: v.array(v.object({ InstanceType: v.optional(v.string()) })),
});
const oneProcessorMb = 1769;

/** How large the model may become: instances of an endpoint's type, or the memory of the function that draws. */
async function modelSize(resources: StackResourceSummary[]) {
  const { name: EndpointName } = await answeringOf(resources);
  if (EndpointName === null) return rendererSize(resources);
  const endpoint = json(
    Endpoint,
    await callJson("sagemaker", "SageMaker.DescribeEndpoint", { EndpointName }),
  );
  const { EndpointConfigName } = endpoint;
  const config = await callJson("sagemaker", "SageMaker.DescribeEndpointConfig", { EndpointConfigName });
  const type = json(EndpointConfig, config).ProductionVariants[0]?.InstanceType;
  if (type === undefined) return ok("an endpoint without instances of its own");
  const name = `${type} for endpoint usage`;
  const [quota] = await listQuotas("sagemaker", new RegExp(`^${RegExp.escape(name)}$`));
  if (!quota)
    return unknown(`Service Quotas does not tell ${name}`, "Look at Service Quotas, Amazon SageMaker.");
  const found = `${quota.Value} ${name}`;
  const advice = `Request maxInstances and one more in Service Quotas, Amazon SageMaker, "${name}".`;
  if (quota.Value < 1) return problem(found, advice);
  return quota.Value < 2 ? warning(`${found}: an update needs another`, advice) : ok(found);
}

async function rendererSize(resources: StackResourceSummary[]) {
  const { name, memoryMb } = await configurationOf(resources, "Renderer");
  if (name === undefined || memoryMb === undefined) return ok("no model of this stage draws");
  if (memoryMb < oneProcessorMb)
    return problem(
      `${memoryMb} MB, less than a processor`,
      `Deploy it with memoryMb ${oneProcessorMb} or more.`,
    );
  const reserved = await reservedExecutions(name);
  return ok(`${memoryMb} MB, ${reserved === undefined ? "no" : reserved} executions reserved`);
}

/** The endpoint that is asked, or null and the version of the model that answers in a function. */
async function answeringOf(
  resources: StackResourceSummary[],
): Promise<{ name: string | null; model: string }> {
  const own = resources.find(({ ResourceType }) => ResourceType === "AWS::SageMaker::Endpoint");
  const { variables } = await configurationOf(resources, readFunctions.inference);
  const { INFERENCE_ENDPOINT_NAME, MODEL_VERSION = "a function" } = variables;
  const named = own?.PhysicalResourceId?.replace(/^.*endpoint\//, "") ?? INFERENCE_ENDPOINT_NAME;
  return { name: named ?? null, model: MODEL_VERSION };
}

/** Without a mask, a candidate is only looked at for drift, which not every drift shows in. */
async function editMasks(resources: StackResourceSummary[]) {
  const { variables } = await configurationOf(resources, readFunctions.approval);
  if (variables.REQUIRE_MASK === "true")
    return ok("required: outside them, outputs are the source's own pixels");
  if (variables.JUDGE_DRIFT !== "true") return ok("not required: the simulated model gives none");
  return warning(
    "not required: a candidate without one can change what it should keep",
    'Set "requireMask": true in inference, in cdk.json, if the model gives edit masks.',
  );
}
