import type { Template } from "aws-cdk-lib/assertions";

type Statement = {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

export type Role = {
  actions: Set<string>;
  keyPrefixes: Set<string>;
  /** Object prefixes by action, such as s3:GetObject → outputs/. */
  objects: Map<string, Set<string>>;
  statements: Statement[];
};

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
const logicalIdOf = (reference: unknown) =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(reference))?.[1];

/** The statements of every role of a template, by the role's logical id: inline and in separate policies. */
export function statementsByRole(template: Template): Map<string, Statement[]> {
  const statements = new Map<string, Statement[]>();
  for (const [id, role] of Object.entries(template.findResources("AWS::IAM::Role")))
    statements.set(
      id,
      list(role.Properties.Policies ?? []).flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    );
  for (const policy of Object.values(template.findResources("AWS::IAM::Policy")))
    for (const reference of policy.Properties.Roles) {
      const id = logicalIdOf(reference) ?? "";
      statements.set(id, [...(statements.get(id) ?? []), ...policy.Properties.PolicyDocument.Statement]);
    }
  return statements;
}

/** What each function's role may do, by the function's logical id, without the permissions to log and trace that all have. */
export function functionRoles(template: Template): Map<string, Role & { variables: string[] }> {
  const statements = statementsByRole(template);
  return new Map(
    Object.entries(template.findResources("AWS::Lambda::Function")).map(([id, { Properties }]) => {
      const own = statements.get(logicalIdOf(Properties.Role) ?? "") ?? [];
      const variables = Object.keys(Properties.Environment?.Variables ?? {});
      return [id, { ...roleOf(own), variables }];
    }),
  );
}

/** Functions with a queue to which Lambda itself sends failed asynchronous invocations, by their roles. */
export const withFailureQueue = (template: Template): (string | undefined)[] =>
  Object.values(template.findResources("AWS::Lambda::EventInvokeConfig")).map(({ Properties }) =>
    logicalIdOf(Properties.FunctionName),
  );

const common = /^(logs|xray):/;

function roleOf(statements: Statement[]): Role {
  const actions = statements.flatMap(({ Action }) => list(Action)).filter((action) => !common.test(action));
  const keyPrefixes = statements.flatMap(({ Condition }) =>
    list(Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"] ?? []),
  );
  const objects = new Map<string, Set<string>>();
  for (const { Action, Resource } of statements)
    for (const action of list(Action).filter((name) => /^s3:(Get|Put)Object$/.test(name)))
      for (const [, prefix = ""] of JSON.stringify(Resource).matchAll(/"\/([\w-]+\/)\*"/g))
        objects.set(action, (objects.get(action) ?? new Set()).add(prefix));
  return {
    actions: new Set(actions),
    keyPrefixes: new Set(keyPrefixes.map((pattern) => pattern.replace(/\*$/, ""))),
    objects,
    statements,
  };
}
