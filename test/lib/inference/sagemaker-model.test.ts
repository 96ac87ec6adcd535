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

test("the model's role lists and reads that prefix, and nothing else of its bucket", () => {
  const [role = []] = [...statementsByRole(template)]
    .filter(([id]) => id.includes("ModelRole"))
    .map(([, statements]) => statements);
  const onBucket = role
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
