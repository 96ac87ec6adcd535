import { createHash } from "node:crypto";
import { Aws } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from "aws-cdk-lib/aws-sagemaker";
import { Construct } from "constructs";
import type { Pictures } from "../buckets.ts";
import { allowPattern } from "../cdk-nag.ts";
import type { ModelSettings } from "../settings/inference.ts";
import { type Backend, endpointInvocation, type Topics } from "./backends.ts";
import { scaleOnBacklog } from "./model-scaling.ts";

/**
 * An asynchronous endpoint of this stack, which scales with its backlog, down to zero. Another model updates the
 * endpoint; another instance type makes a new one, because SageMaker refuses to change the type of an endpoint that
 * scales automatically (Developer Guide, "Update endpoints that use auto scaling"). An update keeps the number of
 * instances that run. The weights lie unpacked in S3: an archive would be unpacked at every start from zero.
 */
export function sagemakerModel(
  scope: Construct,
  settings: ModelSettings,
  pictures: Pictures,
  topics: Topics,
): Backend {
  const role = modelRole(scope, settings, pictures, topics);
  const model = new CfnModel(scope, "Model", {
    executionRoleArn: role.roleArn,
    primaryContainer: {
      image: settings.image,
      modelDataSource: {
        s3DataSource: { s3Uri: settings.modelDataPrefix, s3DataType: "S3Prefix", compressionType: "None" },
      },
    },
  });
  model.node.addDependency(role);
  const instances = new Construct(scope, settings.instanceType.replaceAll(".", "-"));
  const config = new CfnEndpointConfig(instances, "EndpointConfig", {
    productionVariants: [
      {
        modelName: model.attrModelName,
        variantName,
        initialInstanceCount: 1,
        instanceType: settings.instanceType,
        initialVariantWeight: 1,
        ...startOf(settings),
      },
    ],
    asyncInferenceConfig: {
      clientConfig: { maxConcurrentInvocationsPerInstance: 1 },
      outputConfig: {
        s3OutputPath: `s3://${pictures.bucket.bucketName}/inference-results/`,
        notificationConfig: { successTopic: topics.success.topicArn, errorTopic: topics.error.topicArn },
      },
    },
  });
  const endpoint = new CfnEndpoint(instances, "Endpoint", {
    endpointConfigName: config.attrEndpointConfigName,
    retainAllVariantProperties: true,
  });
  const variant = { endpointName: endpoint.attrEndpointName, variantName };
  scaleOnBacklog(instances, variant, settings.maxInstances);
  const modelVersion = createHash("sha256")
    .update(`${settings.image} ${settings.modelDataPrefix}`)
    .digest("hex")
    .slice(0, 16);
  return { modelVersion, ...endpointInvocation(endpoint.attrEndpointName, endpoint.ref) };
}

const variantName = "model";

/** How an instance starts: its host's driver, its disk, and how long weights and container may take. */
const startOf = (settings: ModelSettings) => ({
  containerStartupHealthCheckTimeoutInSeconds: settings.containerStartupHealthCheckTimeoutInSeconds,
  modelDataDownloadTimeoutInSeconds: settings.modelDataDownloadTimeoutInSeconds,
  ...(settings.inferenceAmiVersion !== undefined && { inferenceAmiVersion: settings.inferenceAmiVersion }),
  ...(settings.volumeSizeInGB !== undefined && { volumeSizeInGb: settings.volumeSizeInGB }),
});

/** What SageMaker requires of an execution role (Developer Guide, "CreateModel API: Execution Role Permissions"). */
function modelRole(
  scope: Construct,
  { image, modelDataPrefix }: ModelSettings,
  pictures: Pictures,
  topics: Topics,
): Role {
  const assumedBy = new ServicePrincipal("sagemaker.amazonaws.com", {
    conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
  });
  const role = new Role(scope, "ModelRole", { assumedBy });
  pictures.grantSignedRead(role, "inference");
  allowListing(role, pictures.bucket.bucketArn, "inference/");
  pictures.grantWrite(role, "inference-results");
  for (const topic of Object.values(topics)) topic.grantPublish(role);
  const allow = (actions: string[], resource: string) =>
    role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
  allow(["s3:AbortMultipartUpload"], pictures.bucket.arnForObjects("inference-results/*"));
  allowReadingWeights(role, modelDataPrefix);
  allow(
    ["ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"],
    repository(image),
  );
  allowPattern(role, {
    actions: ["ecr:GetAuthorizationToken"],
    resource: "*",
    pattern: "*",
    reason: "A login to Amazon ECR is for all its repositories: the action supports no resources.",
  });
  allowPattern(role, {
    actions: ["cloudwatch:PutMetricData"],
    resource: "*",
    pattern: "*",
    reason: "CloudWatch's metrics are no resources: a condition limits the role to the endpoints' namespace.",
    conditions: { StringEquals: { "cloudwatch:namespace": "/aws/sagemaker/Endpoints" } },
  });
  const logs = "log-group:/aws/sagemaker/Endpoints/*";
  allowPattern(role, {
    actions: ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
    resource: `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:${logs}`,
    pattern: `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:${logs}`,
    reason:
      "SageMaker names an endpoint's log group after the endpoint, and CloudFormation generates the endpoint's name.",
  });
  return role;
}

/** Allows listing what is under a prefix. */
const allowListing = (role: Role, bucketArn: string, prefix: string) =>
  role.addToPolicy(
    new PolicyStatement({
      actions: ["s3:ListBucket"],
      resources: [bucketArn],
      conditions: { StringLike: { "s3:prefix": `${prefix}*` } },
    }),
  );

/** The weights are listed, then read: every object under the prefix, and nothing else of their bucket. */
function allowReadingWeights(role: Role, modelDataPrefix: string): void {
  const [bucket = "", prefix = ""] = modelDataPrefix.slice("s3://".length).split(/\/(.*)/);
  allowListing(role, `arn:${Aws.PARTITION}:s3:::${bucket}`, prefix);
  allowPattern(role, {
    actions: ["s3:GetObject"],
    resource: `arn:${Aws.PARTITION}:s3:::${bucket}/${prefix}*`,
    pattern: `arn:<AWS::Partition>:s3:::${bucket}/${prefix}*`,
    reason:
      "A model's weights are many files, and only the model knows their names: its revision's prefix is the narrowest pattern.",
  });
}

/** The ARN of the repository of an image in Amazon ECR. */
function repository(image: string): string {
  const [registry = "", name = ""] = image.split(/\/(.*)/);
  const [account, , , region] = registry.split(".");
  return `arn:${Aws.PARTITION}:ecr:${region}:${account}:repository/${name.replace(/[:@].*/, "")}`;
}
