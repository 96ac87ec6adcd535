import { Validations } from "aws-cdk-lib";
import { type IGrantable, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct, type IConstruct } from "constructs";

/** Says why a finding of cdk-nag on a construct, or on what it holds, is as it should be: its rule, then the reason. */
export function explain(scope: IConstruct, reasons: Record<string, string>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}

type Pattern = {
  actions: string[];
  resource: string;
  pattern: string;
  reason: string;
  conditions?: Record<string, unknown>;
};

/**
 * Allows actions on resources that a pattern names, and says why no narrower form does. `pattern` is the resource as
 * cdk-nag writes it.
 */
export function allowPattern(
  { grantPrincipal }: IGrantable,
  { actions, resource, pattern, reason, conditions = {} }: Pattern,
): void {
  grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [resource], conditions }));
  if (Construct.isConstruct(grantPrincipal))
    explain(grantPrincipal, { [`AwsSolutions-IAM5[Resource::${pattern}]`]: reason });
}
