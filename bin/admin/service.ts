import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { resourceOutputs } from "../../lib/outputs.ts";
import { InputError } from "./inputs.ts";

const LocalService = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ environment: v.record(v.string(), v.string()) }),
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
    Object.assign(process.env, await deployedEnvironment(stack ?? `ImageStaging-${stage}`));
  else if (!process.env.TABLE_NAME) Object.assign(process.env, localEnvironment());
}

function localEnvironment(): Record<string, string> {
  const file = join(process.env.DATA_DIR ?? ".local", "service.json");
  if (!existsSync(file))
    throw new InputError(
      "No service is named and none runs here: start one with npm start, or name a deployed stage with --stage.",
    );
  return v.parse(LocalService, readFileSync(file, "utf8")).environment;
}

async function deployedEnvironment(stackName: string): Promise<Record<string, string>> {
  const { CloudFormationClient, DescribeStacksCommand } = await import("@aws-sdk/client-cloudformation");
  const client = new CloudFormationClient();
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName })).catch((error) => {
    if (error.name !== "ValidationError") throw error;
    throw new InputError(
      `There is no stack ${stackName} in this account and region: check --stage or --stack.`,
    );
  });
  const outputs = new Map(Stacks?.[0]?.Outputs?.map((output) => [output.OutputKey, output.OutputValue]));
  return Object.fromEntries(
    Object.entries(resourceOutputs).map(([output, variable]) => [variable, outputs.get(output) ?? ""]),
  );
}
