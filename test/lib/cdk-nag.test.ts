import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { describe, expect, test, vi } from "vitest";
import { dev, devWithEndpoint, prodWithEndpoint, prodWithModel } from "../support/stack/synthesize.ts";

type Made = ReturnType<typeof dev>;

const findings = ({ app }: Made): string[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((pack) => pack.validateScope(app).violations)
    .flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );

const ruleOf = (finding: string) => finding.replace(/ at .*/, "");

const stages: [string, () => Made][] = [
  ["dev", dev],
  ["dev with an endpoint", devWithEndpoint],
  ["prod with an endpoint", prodWithEndpoint],
  ["prod with a model", prodWithModel],
];

describe.each(stages)("cdk-nag on %s", (_stage, make) => {
  test("finds nothing that is not acknowledged", () => {
    expect(findings(make())).toEqual([]);
  });
});

test("every acknowledgement is of a finding, with its reason in a sentence", () => {
  const explained = new Map<string, string>();
  const acknowledge = vi.spyOn(Validations.prototype, "acknowledge").mockImplementation((...rules) => {
    for (const { id, reason } of rules) explained.set(id, reason ?? "");
  });
  try {
    const found = new Set(stages.flatMap(([, make]) => findings(make())).map(ruleOf));
    expect([...explained.keys()].filter((id) => !found.has(id))).toEqual([]);
    expect([...explained.values()].filter((reason) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
  } finally {
    acknowledge.mockRestore();
  }
});
