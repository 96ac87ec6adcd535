import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { resourceOutputs } from "../../lib/outputs.ts";
import { InputError } from "./inputs.ts";

const LocalService = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ base_url: v.string(), environment: v.record(v.string(), v.string()) }),
);
const Choice = v.object({ stage: v.optional(v.string()), stack: v.optional(v.string()) });

/**
 * Points this process at a service by setting the environment that its functions have: of the deployed stage that is
 * named, else the environment as it is where it has TABLE_NAME, else of the local service that runs on DATA_DIR. Throws
 * an InputError where there is none.
 */
export async function findService(options: unknown): Promise<void> {
  const { stage, stack } = v.parse(Choice, options);
  if (stage !== undefined || stack !== undefined)
    Object.assign(process.env, environmentOf(await outputsOf(stack ?? `ImageStaging-${stage}`)));
  else if (!process.env.TABLE_NAME) Object.assign(process.env, readLocalService().environment);
}

/** What the local service that runs on DATA_DIR says of itself. Throws an InputError where none does. */
export function readLocalService(): v.InferOutput<typeof LocalService> {
  const file = join(process.env.DATA_DIR ?? ".local", "service.json");
  if (!existsSync(file))
    throw new InputError(
      "No service is named and none runs here: start one with npm start, or name a deployed stage with --stage.",
    );
  return v.parse(LocalService, readFileSync(file, "utf8"));
}

/** The outputs of a deployed stack, by name. Throws an InputError where there is no such stack. */
export async function outputsOf(stackName: string): Promise<Map<string, string>> {
  const { CloudFormationClient, DescribeStacksCommand } = await import("@aws-sdk/client-cloudformation");
  const client = new CloudFormationClient();
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName })).catch((error) => {
    if (error.name !== "ValidationError") throw error;
    throw new InputError(
      `There is no stack ${stackName} in this account and region: check --stage or --stack.`,
    );
  });
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return new Map(outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));
}

/** The environment that the functions of a stack have, as far as its outputs name its resources. */
export const environmentOf = (outputs: Map<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resourceOutputs).map(([output, variable]) => [variable, outputs.get(output) ?? ""]),
  );
