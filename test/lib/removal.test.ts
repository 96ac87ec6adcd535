import { describe, expect, test } from "vitest";
import { prodWithModel, templateOf } from "../support/stack/synthesize.ts";

/** The properties by which a resource can have a name that only one of its kind may have. */
const names = ["BucketName", "LogGroupName", "QueueName", "RoleName", "TableName"];

describe("after stage prod is deleted", () => {
  const resources = Object.entries(templateOf(prodWithModel()).toJSON().Resources) as [
    string,
    { Type: string; DeletionPolicy?: string; Properties?: Record<string, unknown> },
  ][];
  const kept = resources.filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith("Retain"));

  test("its table, bucket, dead letters, logs and the gateway's log role are left, and nothing else", () => {
    expect([...new Set(kept.map(([, { Type }]) => Type))].sort()).toEqual([
      "AWS::ApiGateway::Account",
      "AWS::DynamoDB::Table",
      "AWS::IAM::Role",
      "AWS::Logs::LogGroup",
      "AWS::S3::Bucket",
      "AWS::SQS::Queue",
    ]);
  });

  test("none of them has a fixed name, so that the stage can be deployed again while they stay", () => {
    const fixed = kept.flatMap(([id, { Properties = {} }]) =>
      names.filter((name) => typeof Properties[name] === "string").map((name) => `${id}.${name}`),
    );
    expect(fixed).toEqual([]);
    const named = kept.filter(([, { Properties = {} }]) => names.some((name) => name in Properties));
    for (const [id, resource] of named)
      expect(JSON.stringify(resource), `${id} is named by the stack's own id`).toContain("AWS::StackId");
  });
});
