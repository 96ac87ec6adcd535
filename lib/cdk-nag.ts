import { Validations } from "aws-cdk-lib";
import { type IGrantable, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct, type IConstruct } from "constructs";

/** Acknowledges findings of cdk-nag on a construct and its children: each by its rule, with the reason why it is right. */
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
 * Allows actions on resources by a pattern, and says why no narrower pattern is possible. `pattern` is the resource as
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
