import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { settingsOf } from "../../lib/settings/stage.ts";
import { statementsByRole } from "../support/stack/policies.ts";
import { contextWith, everyTemplate, prodWithEndpoint } from "../support/stack/synthesize.ts";

const templates = everyTemplate();

const all = (template: Template, type: string) => {
  const found = Object.values(template.findResources(type));
  expect(found.length, type).toBeGreaterThan(0);
  return found;
};
const properties = (template: Template, type: string) =>
  all(template, type).map(({ Properties }) => Properties);

describe.each(Object.entries(templates))("in %s", (_name, template) => {
  test("the table is encrypted, restorable to any second, and deletes expired items", () => {
    for (const table of properties(template, "AWS::DynamoDB::Table")) {
      expect(table.SSESpecification).toEqual({ SSEEnabled: true });
      expect(table.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
      expect(table.TimeToLiveSpecification).toEqual({ AttributeName: "expires_at", Enabled: true });
    }
  });

  test("the bucket is encrypted and closed to the public", () => {
    for (const bucket of properties(template, "AWS::S3::Bucket")) {
      expect(bucket.BucketEncryption).toBeDefined();
      expect(new Set(Object.values(bucket.PublicAccessBlockConfiguration))).toEqual(new Set([true]));
      expect(bucket.OwnershipControls.Rules).toEqual([{ ObjectOwnership: "BucketOwnerEnforced" }]);
    }
  });

  test("what passes is deleted with its noncurrent versions, what stays can be restored for a month", () => {
    const [bucket] = properties(template, "AWS::S3::Bucket");
    const rules: Record<string, unknown>[] = bucket?.LifecycleConfiguration.Rules;
    const passing = rules.filter(({ ExpirationInDays }) => ExpirationInDays !== undefined);
    expect(passing.map(({ Prefix }) => Prefix)).toEqual(["uploads/", "inference/", "inference-results/"]);
    for (const { NoncurrentVersionExpiration } of passing)
      expect(NoncurrentVersionExpiration).toEqual({ NoncurrentDays: 1 });
    const rest = rules.filter(({ Prefix }) => Prefix === undefined);
    expect(rest).toMatchObject([
      { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, ExpiredObjectDeleteMarker: true },
    ]);
  });

  test("queues are encrypted", () => {
    for (const queue of properties(template, "AWS::SQS::Queue"))
      expect(queue.SqsManagedSseEnabled).toBe(true);
  });

  test("no topic has its own key, which SageMaker or CloudWatch might not be allowed to use", () => {
    for (const [id, topic] of Object.entries(template.findResources("AWS::SNS::Topic")))
      expect(topic.Properties ?? {}, id).not.toHaveProperty("KmsMasterKeyId");
  });

  test("every answer of a model goes to the function that completes inferences, or to the dead letters", () => {
    const topics = Object.keys(template.findResources("AWS::SNS::Topic")).filter((id) =>
      /^Inference/.test(id),
    );
    expect(topics.length).toBeGreaterThan(1);
    const subscriptions = properties(template, "AWS::SNS::Subscription");
    for (const topic of topics) {
      const [subscription, ...others] = subscriptions.filter(({ TopicArn }) => TopicArn.Ref === topic);
      expect(others, topic).toEqual([]);
      expect(JSON.stringify(subscription?.Endpoint), topic).toContain("CompleteInference");
      expect(JSON.stringify(subscription?.RedrivePolicy.deadLetterTargetArn), topic).toContain("DeadLetter");
    }
  });

  test("bucket, queue and topics refuse requests without TLS", () => {
    const guarded = [
      ["AWS::S3::Bucket", "AWS::S3::BucketPolicy"],
      ["AWS::SQS::Queue", "AWS::SQS::QueuePolicy"],
      ["AWS::SNS::Topic", "AWS::SNS::TopicPolicy"],
    ] as const;
    for (const [type, policyType] of guarded) {
      const refusals = properties(template, policyType)
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(
          ({ Effect, Condition }) =>
            Effect === "Deny" && Condition?.Bool?.["aws:SecureTransport"] === "false",
        );
      for (const id of Object.keys(template.findResources(type)))
        expect(
          refusals.some(({ Resource }) => JSON.stringify(Resource).includes(`"${id}"`)),
          id,
        ).toBe(true);
    }
  });

  test("every log group has a retention", () => {
    for (const group of properties(template, "AWS::Logs::LogGroup"))
      expect(group.RetentionInDays).toBeGreaterThan(0);
  });

  test("requests are traced through API, functions and state machines", () => {
    for (const stage of properties(template, "AWS::ApiGateway::Stage"))
      expect(stage.TracingEnabled).toBe(true);
    for (const lambda of properties(template, "AWS::Lambda::Function"))
      expect(lambda.TracingConfig).toEqual({ Mode: "Active" });
    for (const machine of properties(template, "AWS::StepFunctions::StateMachine"))
      expect(machine.TracingConfiguration).toEqual({ Enabled: true });
  });

  test("state machines log their failures without callers' data", () => {
    for (const { LoggingConfiguration } of properties(template, "AWS::StepFunctions::StateMachine")) {
      expect(LoggingConfiguration.Level).toBe("ERROR");
      expect(LoggingConfiguration.IncludeExecutionData).not.toBe(true);
      expect(LoggingConfiguration.Destinations).toHaveLength(1);
    }
  });

  test("state machines' log groups need no entry in the account's resource policy, and are new for each stack", () => {
    for (const { LoggingConfiguration } of properties(template, "AWS::StepFunctions::StateMachine")) {
      const arn = LoggingConfiguration.Destinations[0].CloudWatchLogsLogGroup.LogGroupArn;
      const name = JSON.stringify(
        template.findResources("AWS::Logs::LogGroup")[arn["Fn::GetAtt"][0]]?.Properties.LogGroupName,
      );
      expect(name).toContain("/aws/vendedlogs/states/");
      expect(name).toContain("AWS::StackId");
    }
  });

  test("every function has its own role and log group, and only API Gateway's role has a managed policy", () => {
    const functions = properties(template, "AWS::Lambda::Function");
    const distinct = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;
    expect(distinct(functions.map(({ Role }) => Role))).toBe(functions.length);
    expect(distinct(functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup))).toBe(functions.length);
    const managed = properties(template, "AWS::IAM::Role").flatMap(
      ({ ManagedPolicyArns = [] }) => ManagedPolicyArns,
    );
    expect(managed).toHaveLength(1);
    expect(JSON.stringify(managed)).toContain("AmazonAPIGatewayPushToCloudWatchLogs");
    expect(statementsByRole(template).size).toBeGreaterThan(functions.length);
  });

  test("the API has the throttle of its stage, and its access log holds no secrets", () => {
    const stage = _name.startsWith("prod")
      ? contextWith({ stage: "prod", inferenceEndpointName: "x" })
      : contextWith({});
    const { throttle } = settingsOf({ tryGetContext: (name) => stage[name] });
    for (const { MethodSettings, AccessLogSetting } of properties(template, "AWS::ApiGateway::Stage")) {
      expect(MethodSettings[0]).toMatchObject({
        ThrottlingRateLimit: throttle.requestsPerSecond,
        ThrottlingBurstLimit: throttle.burst,
        DataTraceEnabled: false,
      });
      expect(AccessLogSetting.Format).toContain("$context.requestId");
      expect(AccessLogSetting.Format).not.toMatch(/authoriz|error\.message/i);
    }
  });
});

test("stage dev can be deleted completely, with the pictures in its bucket", () => {
  const { Resources } = templates.dev.toJSON();
  const kept = Object.entries<Record<string, unknown>>(Resources).filter(
    ([, { DeletionPolicy }]) => DeletionPolicy !== undefined && DeletionPolicy !== "Delete",
  );
  expect(kept).toEqual([]);
  const [table] = properties(templates.dev, "AWS::DynamoDB::Table");
  expect(table?.DeletionProtectionEnabled ?? false).toBe(false);
  const [emptied] = Object.keys(templates.dev.findResources("Custom::EmptiedBucket"));
  for (const type of ["AWS::Lambda::Function", "AWS::StepFunctions::StateMachine"])
    for (const [id, { DependsOn }] of Object.entries<Record<string, string[]>>(
      templates.dev.findResources(type),
    ))
      if (/^(Api|Pipeline|Inference)/.test(id)) expect(DependsOn, id).toContain(emptied);
});

describe.each(["prod with an endpoint", "prod with a model"] as const)("%s", (name) => {
  const template = templates[name];

  test("refuses to be deleted, and would keep its table, its pictures and its logs", () => {
    const [table] = all(template, "AWS::DynamoDB::Table");
    expect(table).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
    expect(table?.Properties.DeletionProtectionEnabled).toBe(true);
    const [bucket] = all(template, "AWS::S3::Bucket");
    expect(bucket).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
    expect(bucket?.Properties.VersioningConfiguration).toEqual({ Status: "Enabled" });
    expect(prodWithEndpoint().stack.terminationProtection).toBe(true);
    expect(template.findResources("Custom::EmptiedBucket")).toEqual({});
  });

  test("leaves nothing of a failed first deployment but its table, which its protection keeps", () => {
    const { Resources } = template.toJSON();
    const kept = Object.values<{ Type: string; DeletionPolicy?: string }>(Resources).filter(
      ({ DeletionPolicy }) => DeletionPolicy === "Retain",
    );
    expect(kept.map(({ Type }) => Type)).toEqual(["AWS::DynamoDB::Table"]);
    for (const type of ["AWS::SQS::Queue", "AWS::ApiGateway::Account"])
      for (const { DeletionPolicy } of all(template, type))
        expect(DeletionPolicy).toBe("RetainExceptOnCreate");
  });

  test("has a firewall that limits each address, the more so without a key, and logs what it blocks", () => {
    const [acl] = properties(template, "AWS::WAFv2::WebACL");
    const limits = acl?.Rules.flatMap((rule: { Statement: { RateBasedStatement?: { Limit: number } } }) =>
      rule.Statement.RateBasedStatement ? [rule.Statement.RateBasedStatement.Limit] : [],
    );
    expect(limits).toEqual([20_000, 300]);
    expect(properties(template, "AWS::WAFv2::WebACLAssociation")).toHaveLength(1);
    const [logging] = properties(template, "AWS::WAFv2::LoggingConfiguration");
    expect(logging?.RedactedFields).toEqual([{ SingleHeader: { Name: "authorization" } }]);
    expect(JSON.stringify(logging?.LogDestinationConfigs)).toMatch(
      /:logs:.*:log-group:",\{"Ref":"FirewallLog\w+"\}\]\]\}\]$/,
    );
  });
});
