import { expect, test } from "vitest";
import { dev, templateOf } from "../support/stack/synthesize.ts";

test("the sweep is invoked every minute, and not again if one is lost", () => {
  const rules = Object.values(templateOf(dev()).findResources("AWS::Events::Rule"));
  const scheduled = rules.filter(({ Properties }) => "ScheduleExpression" in Properties);
  expect(scheduled.map(({ Properties }) => Properties)).toMatchObject([
    {
      ScheduleExpression: "rate(1 minute)",
      State: "ENABLED",
      Targets: [
        {
          Arn: { "Fn::GetAtt": [expect.stringMatching(/Sweep[0-9A-F]{8}$/), "Arn"] },
          RetryPolicy: { MaximumRetryAttempts: 0 },
        },
      ],
    },
  ]);
});
