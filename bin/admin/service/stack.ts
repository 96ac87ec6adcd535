import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  type StackResourceSummary,
} from "@aws-sdk/client-cloudformation";
import { InputError } from "../inputs.ts";

/** The deployed stack of that name; throws an InputError if there is none. */
export async function requireStack(stackName: string): Promise<Stack> {
  const client = new CloudFormationClient();
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName })).catch((error) => {
    if (error.name !== "ValidationError") throw error;
    throw new InputError(
      `There is no stack ${stackName} in this account and region: check --stage or --stack, AWS_REGION and AWS_PROFILE.`,
    );
  });
  const [stack] = Stacks ?? [];
  if (!stack) throw new Error(`CloudFormation did not describe ${stackName}.`);
  return stack;
}

/** What the stack consists of. */
export async function listResources(stackName: string): Promise<StackResourceSummary[]> {
  const found: StackResourceSummary[] = [];
  const pages = paginateListStackResources({ client: new CloudFormationClient() }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages) found.push(...StackResourceSummaries);
  return found;
}
