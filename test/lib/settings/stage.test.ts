import { declines } from "@image-staging/rendered/declines";
import { describe, expect, test } from "vitest";
import { declinesOf } from "../../../lib/settings/backends.ts";
import { requireSupportedRegion, settingsOf } from "../../../lib/settings/stage.ts";
import { appOf, contextWith, ownModel } from "../../support/stack/synthesize.ts";

const nodeWith = (context: Record<string, unknown>) => ({ tryGetContext: (name: string) => context[name] });
const inDev = (settings: Record<string, unknown>) => () =>
  settingsOf(nodeWith(contextWith({}, { name: "dev", settings })));
const inProd = (settings: Record<string, unknown>) => () =>
  settingsOf(
    nodeWith(
      contextWith({ stage: "prod" }, { name: "prod", settings: { inference: ownModel, ...settings } }),
    ),
  );
const given = (overrides: Record<string, unknown>) => () => settingsOf(nodeWith(contextWith(overrides)));

test("without any option, the deployment is stage dev with the rendered model", () => {
  expect(given({})()).toMatchObject({
    stage: "dev",
    inference: { backend: "rendered" },
    retainData: false,
    alarms: false,
  });
});

test("stage prod takes its own model or an endpoint that exists", () => {
  expect(inProd({})().inference).toMatchObject(ownModel);
  const named = given({ stage: "prod", inferenceEndpointName: "staging-v2" })();
  expect(named.inference).toEqual({ backend: "endpoint", endpointName: "staging-v2" });
  const versioned = given({ inferenceEndpointName: "staging-v2", inferenceModelVersion: "2.1" })();
  expect(versioned.inference).toEqual({
    backend: "endpoint",
    endpointName: "staging-v2",
    modelVersion: "2.1",
  });
});

test("the rendered model says itself what it declines, another one in its settings", () => {
  expect(declinesOf(given({})().inference)).toEqual({ modes: {}, ...declines });
  const named = { backend: "endpoint", endpointName: "staging-v2" };
  expect(declinesOf(inProd({ inference: named })().inference)).toEqual({ modes: {}, roomTypes: {} });
  const roomTypes = { Pool: "Pools are not furnished." };
  const settings = { inference: { ...named, declines: { roomTypes } } };
  expect(declinesOf(inProd(settings)().inference)).toEqual({ modes: {}, roomTypes });
  const misspelt = { ...named, declines: { modes: { empty: "No." } } };
  expect(inProd({ inference: misspelt })).toThrow(/declines/);
});

test("a stage's issuer of invoices has a name, an address, a tax id and days of payment", () => {
  const issuer = { name: "Staging Services", address: "Berlin", taxId: "DE1", paymentDays: 30 };
  expect(inProd({ issuer })().issuer).toEqual({ ...issuer, taxPercent: 0 });
  expect(inProd({ issuer: { ...issuer, taxPercent: 8.125 } })).toThrow(
    "issuer.taxPercent must be a number from 0 to 100 with at most 2 decimals",
  );
  expect(inProd({ issuer: { ...issuer, name: " " } })).toThrow("issuer.name must be a text of 1 to 100");
  expect(inProd({ issuer: { ...issuer, address: "თბილისი" } })).toThrow(
    "that an invoice's PDF cannot show: თ ბ",
  );
  expect(inProd({ issuer: { ...issuer, address: "1\u001b[31m" } })).toThrow(
    "no control characters but line feeds",
  );
});

test("a model starts with a driver for its GPU and with time to load, unless the operator says otherwise", () => {
  const modelWith = (settings: object) => inProd({ inference: { ...ownModel, ...settings } })().inference;
  expect(modelWith({})).toMatchObject({
    inferenceAmiVersion: "al2023-ami-sagemaker-inference-gpu-4-1",
    containerStartupHealthCheckTimeoutInSeconds: 900,
    modelDataDownloadTimeoutInSeconds: 1200,
  });
  expect(modelWith({ instanceType: "ml.c7i.xlarge" })).not.toHaveProperty("inferenceAmiVersion");
  const own = {
    inferenceAmiVersion: "al2-ami-sagemaker-inference-gpu-3-1",
    containerStartupHealthCheckTimeoutInSeconds: 600,
    modelDataDownloadTimeoutInSeconds: 3600,
    maxInstances: 2500,
  };
  expect(modelWith(own)).toMatchObject(own);
  const volume = { instanceType: "ml.p3.2xlarge", volumeSizeInGB: 80 };
  expect(modelWith(volume)).toMatchObject(volume);
});

test("a stage publishes documents if an option or its settings say so", () => {
  expect(given({})().documents).toBeUndefined();
  expect(given({ documents: "true" })().documents).toBe(true);
  expect(given({ documents: "yes" })).toThrow(/documents must be true or false/);
});

test("a stage without a firewall gets one with the default limits by an option", () => {
  expect(given({})().firewall).toBeUndefined();
  const limits = { requestsPerAddressInFiveMinutes: 20_000, requestsWithoutKeyInFiveMinutes: 300 };
  expect(given({ firewall: "true" })().firewall).toEqual(limits);
  const own = { ...limits, requestsPerAddressInFiveMinutes: 500 };
  const configured = contextWith({ firewall: "true" }, { name: "dev", settings: { firewall: own } });
  expect(settingsOf(nodeWith(configured)).firewall).toEqual(own);
});

test.each([
  "cn-north-1",
  "us-gov-west-1",
  "us-iso-east-1",
  "us-isob-east-1",
  "eu-isoe-west-1",
  "eusc-de-east-1",
])("%s, of another partition, is refused", (region) => {
  expect(() => requireSupportedRegion(region)).toThrow(`commercial Regions only, and ${region} is not one`);
});

test.each([undefined, "us-east-1", "eu-central-1", "ap-southeast-3", "ca-west-1"])(
  "region %s is supported",
  (region) => {
    expect(() => requireSupportedRegion(region)).not.toThrow();
  },
);

test("-c overrides the stage's own setting", () => {
  const chosen = given({ architecture: "x86_64", alarmEmail: "night@example.com", carrySharp: "false" })();
  expect(chosen).toMatchObject({
    architecture: "x86_64",
    alarmEmail: "night@example.com",
    carrySharp: "false",
  });
});

describe("a wrong setting is refused with a sentence that names it:", () => {
  const wrong: [string, () => unknown, RegExp][] = [
    ["an unknown stage", given({ stage: "staging" }), /no stage "staging".*choose dev or prod/],
    [
      "prod without a model",
      given({ stage: "prod" }),
      /"prod" needs a model: npm run admin -- settings set prod --model rendered/,
    ],
    ["prod with the simulator", inProd({ inference: { backend: "simulator" } }), /"prod" needs a model/],
    ["prod that deletes its data", inProd({ retainData: false }), /"prod" retains its data/],
    ["prod without alarms", inProd({ alarms: false }), /has alarms/],
    ["prod without a firewall", inProd({ firewall: undefined }), /and a firewall/],
    [
      "an unknown backend",
      inDev({ inference: { backend: "bedrock" } }),
      /inference.backend must be one of the backends simulator, rendered, endpoint and model/,
    ],
    ["no inference", inDev({ inference: undefined }), /inference is missing/],
    [
      "an endpoint's ARN for its name",
      given({ inferenceEndpointName: "arn:aws:sagemaker:eu-central-1:1:endpoint/x" }),
      /inference.endpointName must be the name/,
    ],
    [
      "a model's version without its endpoint",
      given({ inferenceModelVersion: "2.1" }),
      /endpointName is missing/,
    ],
    [
      "a model's version with a slash",
      given({ inferenceEndpointName: "x", inferenceModelVersion: "2/1" }),
      /inference.modelVersion must be 1 to 64 letters/,
    ],
    ["an empty endpoint name", given({ inferenceEndpointName: "" }), /inference.endpointName must be/],
    [
      "a model without its data",
      inProd({ inference: { ...ownModel, modelDataPrefix: undefined } }),
      /inference.modelDataPrefix is missing/,
    ],
    [
      "model data by https",
      inProd({ inference: { ...ownModel, modelDataPrefix: "https://models/staging/2.1/" } }),
      /inference.modelDataPrefix must be the s3:\/\/ URL of a folder/,
    ],
    [
      "an archive for the model's data",
      inProd({ inference: { ...ownModel, modelDataPrefix: "s3://models/staging/2.1.tar.gz" } }),
      /inference.modelDataPrefix must be the s3:\/\/ URL of a folder/,
    ],
    [
      "model data without a revision",
      inProd({ inference: { ...ownModel, modelDataPrefix: "s3://models/staging/" } }),
      /inference.modelDataPrefix .* ends with the weights' revision/,
    ],
    [
      "a start that SageMaker does not wait for",
      inProd({ inference: { ...ownModel, containerStartupHealthCheckTimeoutInSeconds: 3601 } }),
      /containerStartupHealthCheckTimeoutInSeconds must be a whole number from 60 to 3600/,
    ],
    [
      "a volume for an instance with a disk",
      inProd({ inference: { ...ownModel, volumeSizeInGB: 80 } }),
      /inference.volumeSizeInGB must be omitted: instances of this type bring a disk/,
    ],
    [
      "an image of another partition",
      inProd({ inference: { ...ownModel, image: ownModel.image.replace(".com/", ".com.cn/") } }),
      /inference.image must be an image in Amazon ECR/,
    ],
    [
      "an image outside ECR",
      inProd({ inference: { ...ownModel, image: "docker.io/acme/staging:2.1" } }),
      /inference.image must be an image in Amazon ECR/,
    ],
    [
      "an image without tag",
      inProd({ inference: { ...ownModel, image: ownModel.image.replace(":2.1", "") } }),
      /inference.image must be an image in Amazon ECR with its tag or digest/,
    ],
    [
      "an instance type of EC2",
      inProd({ inference: { ...ownModel, instanceType: "g5.xlarge" } }),
      /inference.instanceType must be/,
    ],
    [
      "no instances",
      inProd({ inference: { ...ownModel, maxInstances: 0 } }),
      /inference.maxInstances must be a whole number from 1 to 10000/,
    ],
    [
      "an unknown setting of the model",
      inProd({ inference: { ...ownModel, gpu: true } }),
      /inference.gpu is not a setting/,
    ],
    ["a word for retainData", inDev({ retainData: "no" }), /retainData must be true or false/],
    ["no retention", inDev({ retainData: undefined }), /retainData is missing/],
    ["an unknown architecture", inDev({ architecture: "riscv" }), /architecture must be arm64 or x86_64/],
    ["an unknown architecture by -c", given({ architecture: "arm" }), /architecture must be arm64 or x86_64/],
    ["a log retention that AWS lacks", inDev({ logRetentionDays: 10 }), /logRetentionDays must be 1, 3/],
    [
      "a throttle of 0",
      inDev({ throttle: { requestsPerSecond: 0, burst: 5 } }),
      /throttle.requestsPerSecond/,
    ],
    ["a throttle above AWS's", inDev({ throttle: { requestsPerSecond: 1, burst: 5001 } }), /throttle.burst/],
    ["half a throttle", inDev({ throttle: { requestsPerSecond: 10 } }), /throttle.burst is missing/],
    ["a word for alarms", inDev({ alarms: "yes" }), /alarms must be true or false/],
    ["an invalid e-mail address", given({ alarmEmail: "night" }), /alarmEmail must be an e-mail address/],
    [
      "a firewall limit below AWS's",
      inDev({ firewall: { requestsPerAddressInFiveMinutes: 5 } }),
      /firewall.requestsPerAddressInFiveMinutes must be a whole number from 10/,
    ],
    [
      "a limit without a key below AWS's",
      inDev({ firewall: { requestsWithoutKeyInFiveMinutes: 9 } }),
      /firewall.requestsWithoutKeyInFiveMinutes must be a whole number from 10/,
    ],
    ["a word for the firewall", given({ firewall: "yes" }), /firewall must be an object of its limits/],
    [
      "the rendered model in production without executions of its own",
      inProd({ inference: { backend: "rendered" }, modelConcurrency: undefined }),
      /reserves executions for the rendered model/,
    ],
    [
      "a rendered model with less than a processor",
      inDev({ inference: { backend: "rendered", memoryMb: 1024 } }),
      /inference.memoryMb must be a whole number from 1769/,
    ],
    [
      "an eraser in a Region that has none",
      inDev({ inference: { backend: "rendered", eraser: { region: "eu-central-1" } } }),
      /inference.eraser.region must be us-east-1 or us-east-2 or us-west-2/,
    ],
    [
      "an eraser of another back end",
      inDev({ inference: { backend: "simulator", eraser: { region: "us-east-1" } } }),
      /inference.eraser is not a setting/,
    ],
    [
      "no webhooks at once",
      inDev({ webhookConcurrency: 0 }),
      /webhookConcurrency must be a whole number from 1/,
    ],
    [
      "a domain with a path",
      inDev({ domain: { name: "https://api.example.com/v1", certificateArn: "x" } }),
      /domain.name must be a domain name in lower case, such as api.example.com/,
    ],
    [
      "a domain without its certificate",
      inDev({ domain: { name: "api.example.com" } }),
      /domain.certificateArn is missing/,
    ],
    [
      "a certificate of IAM",
      inDev({
        domain: { name: "api.example.com", certificateArn: "arn:aws:iam::123456789012:server-certificate/x" },
      }),
      /domain.certificateArn must be the ARN of a certificate in AWS Certificate Manager/,
    ],
    ["an unknown firewall setting", inDev({ firewall: { on: true } }), /firewall/],
    ["an invalid value for carrySharp", given({ carrySharp: "maybe" }), /carrySharp must be true or false/],
    ["a misspelt setting", inDev({ retaindata: true }), /retaindata is not a setting/],
  ];
  test.each(wrong)("%s", (_case, read, sentence) => {
    expect(read).toThrow(sentence);
  });
});

test("a wrong setting ends synthesis before a stack is made", () => {
  expect(() => appOf(contextWith({ stage: "prod" }))).toThrow(/Stage "prod" needs a model/);
});
