import type { StackResourceSummary } from "@aws-sdk/client-cloudformation";
import * as v from "valibot";
import { callAws } from "../service/aws.ts";
import { json } from "./finding.ts";

const Configuration = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) })),
  MemorySize: v.optional(v.number()),
});

/**
 * Name, variables and megabytes of the function of a construct, whose hash ends its logical id; none of a function that the stack
 * does not have.
 */
export async function configurationOf(
  resources: StackResourceSummary[],
  construct: string,
): Promise<{ name?: string; variables: Record<string, string>; memoryMb?: number | undefined }> {
  const found = resources.find(
    ({ ResourceType, LogicalResourceId = "" }) =>
      ResourceType === "AWS::Lambda::Function" && LogicalResourceId.slice(0, -8).endsWith(construct),
  );
  if (!found?.PhysicalResourceId) return { variables: {} };
  const path = `/2015-03-31/functions/${encodeURIComponent(found.PhysicalResourceId)}/configuration`;
  const { Environment, MemorySize } = json(Configuration, await callAws("lambda", { method: "GET", path }));
  const variables = Environment?.Variables ?? {};
  return { name: found.PhysicalResourceId, variables, memoryMb: MemorySize };
}

const Reserved = v.object({ ReservedConcurrentExecutions: v.optional(v.number()) });

/** How many executions are a function's alone; undefined if none are. */
export async function reservedExecutions(functionName: string): Promise<number | undefined> {
  const path = `/2019-09-30/functions/${encodeURIComponent(functionName)}/concurrency`;
  return json(Reserved, await callAws("lambda", { method: "GET", path })).ReservedConcurrentExecutions;
}
