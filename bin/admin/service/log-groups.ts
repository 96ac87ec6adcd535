import { globSync } from "node:fs";
import { join } from "node:path";
import type { StackResourceSummary } from "@aws-sdk/client-cloudformation";
import * as v from "valibot";
import { InputError } from "../inputs.ts";

/** A log group of the service by the name of its function, such as `FinishGeneration`. */
export type NamedGroup = { name: string; log_group: string };

const ofFunction = /^(?:Api|Pipeline|Webhooks|Inference|Pictures)?(\w+?)Logs?[0-9A-F]{8}$/;

/** The log groups of a stack's functions and state machines: the logical id has the construct's name and ends with a hash. */
export const logGroupsOf = (resources: StackResourceSummary[]): NamedGroup[] =>
  resources
    .flatMap(({ ResourceType, LogicalResourceId = "", PhysicalResourceId }) => {
      const [, name] = ofFunction.exec(LogicalResourceId) ?? [];
      return ResourceType === "AWS::Logs::LogGroup" && name !== undefined && PhysicalResourceId !== undefined
        ? [{ name, log_group: PhysicalResourceId }]
        : [];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));

const contract = join(import.meta.dirname, "../../../lambdas/api/contract");
const Operation = v.object({ method: v.string(), path: v.string() });

/** The name of the function behind a route: a file of the contract has the name of its route's file. */
async function functionOfRoute(method: string, path: string): Promise<string | undefined> {
  if (path.startsWith("/d/")) return "DisclosurePageShow";
  if (path.startsWith("/verify")) return "VerifyCheck";
  for (const file of globSync("*/*.ts", { cwd: contract })) {
    const declared: Record<string, unknown> = await import(join(contract, file));
    const isIt = Object.values(declared).some(
      (one) => v.is(Operation, one) && one.method === method && one.path === path,
    );
    if (isIt)
      return file
        .replace(/\.ts$/, "")
        .replace(/(^|[-/\\])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase());
  }
  return undefined;
}

/** Under this name Step Functions writes (lib/state-machine.ts). */
const ofExecutions = /^\/aws\/vendedlogs\/states\//;

/** The log groups that are meant: those of all state machines by `executions`, else one as `logGroupOf` finds it. */
export const logGroupsNamed = async (groups: NamedGroup[], typed: string): Promise<NamedGroup[]> =>
  typed === "executions"
    ? groups.filter(({ log_group }) => ofExecutions.test(log_group))
    : [await logGroupOf(groups, typed)];

/**
 * The log group that is meant: by the name of a function as `logs` lists it, whatever its case, or by a route as an alarm names
 * it, such as `POST /api/v1/generations`. Throws an InputError with what there is.
 */
export async function logGroupOf(groups: NamedGroup[], typed: string): Promise<NamedGroup> {
  const [, method, path] = /^(?:Errors of |Latency of )?([A-Z]+) (\/\S*)$/.exec(typed) ?? [];
  const name = method !== undefined && path !== undefined ? await functionOfRoute(method, path) : typed;
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "");
  const found = groups.find((group) => plain(group.name) === plain(name ?? ""));
  if (found) return found;
  throw new InputError(
    `There is no log of ${typed}: give a route such as "POST /api/v1/generations", or one of ${groups.map((group) => group.name).join(", ")}.`,
  );
}
