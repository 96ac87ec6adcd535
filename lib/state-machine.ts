import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import { projectRoot } from "./bundling.ts";
import { explain } from "./cdk-nag.ts";
import { serviceLogs } from "./function.ts";
import type { StageSettings } from "./settings/stage.ts";

/**
 * The name of a log group. Under this prefix the group needs no entry in the account's one resource policy, which holds
 * about forty (AWS Step Functions Developer Guide, "Using CloudWatch Logs"). The stack's id is part of the name because
 * the retained groups of a deleted stack keep theirs.
 */
function vendedLogs(scope: Construct, id: string): string {
  const { stackName, stackId } = Stack.of(scope);
  return `/aws/vendedlogs/states/${stackName}-${id}-${Fn.select(2, Fn.split("/", stackId))}`;
}

export type StateMachineProps = {
  settings: StageSettings;
  /** The definition's name in state-machines/. */
  file: string;
  functions: Record<string, LambdaFunction>;
  /** The values of the definition's other `${…}`. */
  others?: Record<string, string>;
};

/**
 * A state machine from its ASL file, allowed to invoke only the functions that the file names. The definition is inline
 * in the template, so that it can be asserted on and run locally.
 */
export function stateMachine(scope: Construct, id: string, props: StateMachineProps): StateMachine {
  const { settings, file, functions, others = {} } = props;
  const arns = Object.fromEntries(
    Object.entries(functions).map(([name, { functionArn }]) => [name, functionArn]),
  );
  const definition = readFileSync(join(projectRoot, "state-machines", file), "utf8");
  const machine = new StateMachine(scope, id, {
    definitionBody: DefinitionBody.fromString(definition),
    definitionSubstitutions: { ...arns, ...others },
    stateMachineType: StateMachineType.STANDARD,
    tracingEnabled: true,
    logs: {
      destination: serviceLogs(scope, `${id}Logs`, settings, vendedLogs(scope, id)),
      level: LogLevel.ERROR,
    },
  });
  machine.addToRolePolicy(
    new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: Object.values(arns) }),
  );
  explain(machine, {
    "AwsSolutions-IAM5[Resource::*]": "X-Ray and the delivery of logs support no resources.",
    "AwsSolutions-SF1":
      "Only failures are logged: all events would hold callers' data and cost more than the execution itself.",
  });
  return machine;
}
