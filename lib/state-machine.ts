import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { DefinitionBody, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";

/**
 * A state machine from its ASL file, allowed to invoke just the functions that the file names. The definition is inline
 * in the template, so that it can be asserted on and run locally.
 */
export function stateMachine(
  scope: Construct,
  id: string,
  file: string,
  functions: Record<string, NodejsFunction>,
  others: Record<string, string> = {},
): StateMachine {
  const arns = Object.fromEntries(
    Object.entries(functions).map(([name, { functionArn }]) => [name, functionArn]),
  );
  const definition = readFileSync(join(import.meta.dirname, "../state-machines", file), "utf8");
  const machine = new StateMachine(scope, id, {
    definitionBody: DefinitionBody.fromString(definition),
    definitionSubstitutions: { ...arns, ...others },
    stateMachineType: StateMachineType.STANDARD,
    tracingEnabled: true,
  });
  machine.addToRolePolicy(
    new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: Object.values(arns) }),
  );
  return machine;
}
