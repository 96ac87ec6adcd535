import type { Stack } from "@aws-sdk/client-cloudformation";
import { resourceOutputs } from "../../../lib/outputs.ts";
import { findCallerArn } from "../audit/operator.ts";
import { InputError } from "../inputs.ts";
import { environmentOf } from "../service/service.ts";
import { requireStack } from "../service/stack.ts";
import { check, type Finding, ok, problem, warning } from "./finding.ts";
import { checkQuotas } from "./quotas.ts";

/** Whether a stack is for trials: it may have less than production. */
export const isTrial = (stackName: string): boolean => stackName === "ImageStaging-dev";

/**
 * Region, credentials and the stack. Each is of interest only if those before it are sound; the account's quotas are, before
 * there is a stack.
 */
export async function checkDeployed(stackName: string | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  const passes = async (found: Promise<Finding>) =>
    findings.push(await found) > 0 && findings.at(-1)?.state !== "problem";
  if (!(await passes(checkRegion()))) return findings;
  if (!(await passes(checkCredentials()))) return findings;
  if (stackName === null) return findings;
  findings.push(...(await checkQuotas(isTrial(stackName))));
  let stack: Stack | null = null;
  const found = check("stack", async () => {
    stack = await requireStack(stackName).catch((error) => {
      if (error instanceof InputError) return null;
      throw error;
    });
    return stack ? verdictOn(stack) : notDeployed(stackName);
  });
  if ((await passes(found)) && stack) await passes(checkOutputs(stack));
  return findings;
}

const checkRegion = () =>
  check("region", async () => {
    const region = process.env.AWS_REGION;
    if (region) return ok(region);
    const { CloudFormationClient } = await import("@aws-sdk/client-cloudformation");
    return ok(`${await new CloudFormationClient().config.region()}, of the profile`);
  });

const checkCredentials = () => check("credentials", async () => ok(await findCallerArn()));

const notDeployed = (stackName: string) =>
  problem(
    `There is no stack ${stackName} in this account and region`,
    "Deploy it (docs/deploy.md), or check --stage or --stack, AWS_REGION and AWS_PROFILE.",
  );

function verdictOn({ StackName, StackStatus, EnableTerminationProtection }: Stack) {
  const status = String(StackStatus);
  const protection = EnableTerminationProtection ? "protected from deletion" : "not protected from deletion";
  if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status)) return ok(`${StackName} is ${status}, ${protection}`);
  if (/IN_PROGRESS$/.test(status))
    return warning(`${StackName} is ${status}`, "Wait until the deployment has ended.");
  if (status === "UPDATE_ROLLBACK_COMPLETE")
    return warning(
      `${StackName} is ${status}: its last deployment failed, the version before it runs`,
      "Read the events of the stack for the first failure, then deploy again.",
    );
  return problem(
    `${StackName} is ${status}`,
    "Read the events of the stack for the first failure (docs/deploy.md).",
  );
}

const checkOutputs = (stack: Stack) =>
  check("outputs", async () => {
    const environment = environmentOf(stack);
    Object.assign(process.env, environment);
    const missing = Object.entries(resourceOutputs).flatMap(([output, variable]) =>
      environment[variable] ? [] : [output],
    );
    return missing.length === 0
      ? ok(`all ${Object.keys(environment).length}`)
      : problem(`${missing.join(", ")} missing`, "Deploy this version of the service.");
  });
