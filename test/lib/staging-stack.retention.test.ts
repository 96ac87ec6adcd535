import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { prodWithModel, templateOf } from "../support/stack/synthesize.ts";

const template = templateOf(prodWithModel());
const read = (page: string) =>
  readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8").replaceAll(/\s+/g, " ");
const recovery = read("recovery");

type Rule = {
  Prefix?: string;
  ExpirationInDays?: number;
  NoncurrentVersionExpiration?: { NoncurrentDays: number };
};

test("objects are kept for the days that the documents promise", () => {
  const [bucket] = Object.values(template.findResources("AWS::S3::Bucket"));
  const rules: Rule[] = bucket?.Properties.LifecycleConfiguration.Rules;
  const days = (prefix: string | undefined) => {
    const rule = rules.find(({ Prefix }) => Prefix === prefix);
    return [rule?.ExpirationInDays, rule?.NoncurrentVersionExpiration?.NoncurrentDays];
  };
  expect(days("uploads/")).toEqual([1, 1]);
  expect(recovery).toMatch(/late uploads after a day, and their old versions a day later/);
  expect(days("inference/")).toEqual([7, 1]);
  expect(days("inference-results/")).toEqual([7, 1]);
  expect(days(undefined)).toEqual([undefined, 30]);
  expect(recovery).toMatch(/old versions of other pictures after 30 days/);
  expect(rules).toHaveLength(4);
});

test("the table can be restored, and dead letters are kept, for the days that the documents promise", () => {
  const [table] = Object.values(template.findResources("AWS::DynamoDB::Table"));
  const { PointInTimeRecoveryEnabled, RecoveryPeriodInDays = 35 } =
    table?.Properties.PointInTimeRecoverySpecification ?? {};
  expect([PointInTimeRecoveryEnabled, RecoveryPeriodInDays]).toEqual([true, 35]);
  expect(recovery).toContain("the last 35 days");
  const queues = Object.values(template.findResources("AWS::SQS::Queue"));
  expect(queues.map(({ Properties }) => Properties.MessageRetentionPeriod)).toEqual([14 * 24 * 3600]);
  expect(read("runbooks")).toMatch(/for 14 in the dead-letter queue/);
});
