import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { resourceOutputs } from "../../../lib/outputs.ts";
import { InputError } from "../inputs.ts";

const LocalService = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ base_url: v.optional(v.string(), ""), environment: v.record(v.string(), v.string()) }),
);
const Choice = v.object({ stage: v.optional(v.string()), stack: v.optional(v.string()) });

/** The name of the stack that --stage or --stack chooses, or null if neither is given. */
export function stackNameOf(options: unknown): string | null {
  const { stage, stack } = v.parse(Choice, options);
  return stack ?? (stage === undefined ? null : `ImageStaging-${stage}`);
}

/** Whether the commands work on AWS: a stage or stack is named. */
export const isDeployed = (options: unknown): boolean => stackNameOf(options) !== null;

/** Whether the program that started this one handed a service over by the environment. */
export const isHandedOver = (): boolean => process.env.SERVICE_HANDED_OVER === "true";

/**
 * Points this process at a service by setting the environment that its functions have: the named deployed stage, else
 * the one that was handed over, else the local service that runs on DATA_DIR. Throws an InputError if there is none.
 */
export async function findService(options: unknown): Promise<void> {
  const stackName = stackNameOf(options);
  if (stackName !== null) Object.assign(process.env, await deployedEnvironment(stackName));
  else if (!isHandedOver()) useLocalService();
}

/**
 * Points this process at the local service on DATA_DIR, whatever the shell says of AWS and of resources, and returns its base
 * URL. Throws an InputError if none runs.
 */
export function useLocalService(): string {
  const { base_url, environment } = readLocalService();
  for (const name of Object.keys(process.env)) if (/^AWS_/i.test(name)) delete process.env[name];
  Object.assign(process.env, environmentOf({}), environment);
  return base_url;
}

/** What the local service on DATA_DIR says of itself; throws an InputError if none runs. */
function readLocalService(): v.InferOutput<typeof LocalService> {
  const file = join(process.env.DATA_DIR ?? ".local", "service.json");
  if (!existsSync(file))
    throw new InputError(
      "No service is named and none runs here: start one with npm start, or name a deployed stage with --stage.",
    );
  return v.parse(LocalService, readFileSync(file, "utf8"));
}

async function deployedEnvironment(stackName: string): Promise<Record<string, string>> {
  const { requireStack } = await import("./stack.ts");
  return environmentOf(await requireStack(stackName));
}

type Outputs = {
  Outputs?: { OutputKey?: string | undefined; OutputValue?: string | undefined }[] | undefined;
};

/** The variables by which a process knows a stack's resources; empty for an output that the stack does not have. */
export function environmentOf({ Outputs }: Outputs): Record<string, string> {
  const outputs = new Map(Outputs?.map((output) => [output.OutputKey, output.OutputValue]));
  return Object.fromEntries(
    Object.entries(resourceOutputs).map(([output, variable]) => [variable, outputs.get(output) ?? ""]),
  );
}
