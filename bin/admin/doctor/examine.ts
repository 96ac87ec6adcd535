import { isDeployed, stackNameOf } from "../service/service.ts";
import { checkAccount } from "./account.ts";
import { checkData } from "./data.ts";
import { checkDeployed } from "./deployed.ts";
import type { Finding } from "./finding.ts";
import { checkLocal } from "./local.ts";

const isSound = (findings: Finding[]) => findings.every(({ state }) => state !== "problem");

/** Checks a service from the outside in, and stops when further checks would only repeat what was found. */
export async function examine(globalOptions: unknown): Promise<Finding[]> {
  const stackName = stackNameOf(globalOptions);
  const service = isDeployed(globalOptions) ? await checkDeployed(stackName) : await checkLocal();
  if (!isSound(service)) return service;
  const account = stackName === null ? [] : await checkAccount(stackName);
  return [...service, ...account, ...(await checkData(stackName !== null))];
}
