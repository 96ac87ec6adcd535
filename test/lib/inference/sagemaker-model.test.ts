import { expect, test } from "vitest";
import { statementsByRole } from "../../support/stack/policies.ts";
import { appOf, contextWith, ownModel, prodWithModel, templateOf } from "../../support/stack/synthesize.ts";

const template = templateOf(prodWithModel());
const only = (type: string) => {
  const [resource, ...others] = Object.values(template.findResources(type));
  expect(others).toEqual([]);
  return resource?.Properties;
};
test("the weights lie unpacked under a prefix", () => {
  expect(only("AWS::SageMaker::Model").PrimaryContainer).toEqual({
    Image: ownModel.image,
    ModelDataSource: {
      S3DataSource: { S3Uri: ownModel.modelDataPrefix, S3DataType: "S3Prefix", CompressionType: "None" },
    },
  });
});

const [statements = []] = [...statementsByRole(template)]
  .filter(([id]) => id.includes("ModelRole"))
  .map(([, statements]) => statements);

test("the model's role lists and reads that prefix, and nothing else of its bucket", () => {
  const onBucket = statements
    .filter(({ Resource }) => JSON.stringify(Resource).includes("models-of-123456789012"))
    .toSorted((a, b) => `${b.Action}`.localeCompare(`${a.Action}`));
  expect(onBucket).toMatchObject([
    { Action: "s3:ListBucket", Condition: { StringLike: { "s3:prefix": "staging/2.1/*" } } },
    { Action: "s3:GetObject" },
  ]);
  const [bucket, objects] = onBucket.map(({ Resource }) => JSON.stringify(Resource));
  expect(bucket).toContain(':s3:::models-of-123456789012"');
  expect(objects).toContain(':s3:::models-of-123456789012/staging/2.1/*"');
});

test("the model's role lists no picture of an organization", () => {
  const lists = statements.filter(({ Action }) => [Action].flat().includes("s3:ListBucket"));
  expect(lists.map(({ Condition }) => Condition)).toEqual([
    { StringLike: { "s3:prefix": "inference/*" } },
    { StringLike: { "s3:prefix": "staging/2.1/*" } },
  ]);
});

test("SageMaker assumes the model's role for this account alone", () => {
  const [role] = Object.entries(template.findResources("AWS::IAM::Role"))
    .filter(([id]) => id.includes("ModelRole"))
    .map(([, { Properties }]) => Properties);
  expect(role?.AssumeRolePolicyDocument.Statement).toMatchObject([
    { Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } } },
  ]);
});

test("an instance starts with a driver for its GPU and with time for its weights and its container", () => {
  const variant = only("AWS::SageMaker::EndpointConfig").ProductionVariants[0];
  expect(variant).toMatchObject({
    InferenceAmiVersion: "al2023-ami-sagemaker-inference-gpu-4-1",
    ContainerStartupHealthCheckTimeoutInSeconds: 900,
    ModelDataDownloadTimeoutInSeconds: 1200,
  });
  expect(variant).not.toHaveProperty("VolumeSizeInGB");
});

test("an instance without a GPU has no such driver, and one without a disk may have a volume", () => {
  const inference = { ...ownModel, instanceType: "ml.c7i.2xlarge", volumeSizeInGB: 80 };
  const made = templateOf(appOf(contextWith({ stage: "prod" }, { name: "prod", settings: { inference } })));
  const [config] = Object.values(made.findResources("AWS::SageMaker::EndpointConfig"));
  expect(config?.Properties.ProductionVariants[0]).toMatchObject({ VolumeSizeInGB: 80 });
  expect(config?.Properties.ProductionVariants[0]).not.toHaveProperty("InferenceAmiVersion");
});

test("a new model keeps the instances that run", () => {
  expect(only("AWS::SageMaker::Endpoint").RetainAllVariantProperties).toBe(true);
});
