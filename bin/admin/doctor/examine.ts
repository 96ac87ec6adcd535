import { isDeployed, stackNameOf } from "../service/service.ts";
import { checkData } from "./data.ts";
import { checkDeployed, isTrial } from "./deployed.ts";
import type { Finding } from "./finding.ts";
import { checkLocal } from "./local.ts";
import { checkStack } from "./stack.ts";

/** Checks end at the first that others need; quotas are none. */
const isSound = (findings: Finding[]) => findings.at(-1)?.state !== "problem";

/** Checks a service from the outside in, and stops when further checks would only repeat what was found. */
export async function examine(globalOptions: unknown): Promise<Finding[]> {
  const stackName = stackNameOf(globalOptions);
  const service = isDeployed(globalOptions) ? await checkDeployed(stackName) : await checkLocal();
  if (!isSound(service)) return service;
  const stack = stackName === null ? [] : await checkStack(stackName, isTrial(stackName));
  return [...service, ...stack, ...(await checkData(stackName))];
}
