import { hosted } from "@image-staging/eraser/hosted";
import * as v from "valibot";
import { Declines } from "../../lambdas/domain/generation/declines.ts";
import { Masks } from "../../lambdas/domain/generation/masks.ts";
import { matching, whole, yesOrNo } from "./types.ts";

const seconds = whole(60, 3600);

/** GPU families with a disk in each instance: SageMaker refuses a volume of a size for them. */
const hasOwnDisk = (instanceType: string) =>
  /^ml\.(g4dn|g5|g6|g6e|g7e|p4d|p4de|p5|p5e|p5en)\./.test(instanceType);

/** The newest image with NVIDIA's driver that SageMaker documents: driver 580, for containers of CUDA 13 and all of CUDA 12. */
const gpuAmi = "al2023-ami-sagemaker-inference-gpu-4-1";
const isGpu = (instanceType: string) => /^ml\.[gp]\d/.test(instanceType);

/** Whether every candidate must say where it was edited; without it, the model's own default. */
const requireMask = v.optional(yesOrNo);

/** What the model declines whatever the picture shows, which partners read; by default, nothing. */
const modelDeclines = v.optional(Declines);

/** What the model does with masks, by mode; by default, nothing. */
const modelMasks = v.optional(Masks);

/** A model that the stack deploys. Settings of a SageMaker variant keep SageMaker's names. */
const OwnModel = v.pipe(
  v.strictObject({
    backend: v.literal("model"),
    requireMask,
    declines: modelDeclines,
    masks: modelMasks,
    image: matching(
      /^\d{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com\/[a-z0-9._/-]+(:[\w.-]+|@sha256:[0-9a-f]{64})$/,
      "must be an image in Amazon ECR with its tag or digest",
    ),
    modelDataPrefix: matching(
      /^s3:\/\/[a-z0-9.-]{3,63}\/([\w.-]+\/)+[\w.-]+\/$/,
      "must be the s3:// URL of a folder that ends with the weights' revision, such as s3://bucket/staging/2.1/",
    ),
    instanceType: matching(/^ml\.[a-z0-9-]+\.[a-z0-9]+$/, "must be an instance type such as ml.g5.2xlarge"),
    /** SageMaker sets no maximum: the account's quota for the instance type is the limit. */
    maxInstances: whole(1, 10_000),
    inferenceAmiVersion: v.optional(
      matching(/^[a-z0-9-]{1,63}$/, `must be an AMI version such as ${gpuAmi}`),
    ),
    containerStartupHealthCheckTimeoutInSeconds: v.optional(seconds, 900),
    modelDataDownloadTimeoutInSeconds: v.optional(seconds, 1200),
    volumeSizeInGB: v.optional(whole(1, 512)),
  }),
  v.forward(
    v.check(
      ({ instanceType, volumeSizeInGB }) => volumeSizeInGB === undefined || !hasOwnDisk(instanceType),
      "must be omitted: instances of this type bring a disk",
    ),
    ["volumeSizeInGB"],
  ),
  v.transform(({ inferenceAmiVersion, ...model }) => {
    const ami = inferenceAmiVersion ?? (isGpu(model.instanceType) ? gpuAmi : undefined);
    return { ...model, ...(ami !== undefined && { inferenceAmiVersion: ami }) };
  }),
);

/** An eraser on Amazon Bedrock, in the Region in which it is asked. Pictures with a mask go there. */
const Eraser = v.strictObject(
  { region: v.picklist(hosted.regions, `must be ${hosted.regions.join(" or ")}`) },
  "must be an object of its region",
);

const backends = [
  v.strictObject({ backend: v.literal("simulator"), requireMask }),
  v.strictObject({
    backend: v.literal("rendered"),
    requireMask,
    /** A new account allows 3,008 MB. A function has two processors from 1,770 MB on, three from 5,307. */
    memoryMb: v.optional(whole(1769, 10_240)),
    /** What removes furniture behind a mask; by default, the model itself. */
    eraser: v.optional(Eraser),
  }),
  v.strictObject({
    backend: v.literal("endpoint"),
    requireMask,
    declines: modelDeclines,
    masks: modelMasks,
    endpointName: matching(/^[A-Za-z0-9](-*[A-Za-z0-9]){0,62}$/, "must be the name of a SageMaker endpoint"),
    modelVersion: v.optional(matching(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, . _ or -")),
  }),
  OwnModel,
];
const names = backends.map(({ entries }) => entries.backend.literal);

/** Which model answers the inferences of a stage. */
export const InferenceSettings = v.variant(
  "backend",
  backends,
  `must be one of the backends ${new Intl.ListFormat("en-GB").format(names)}`,
);
export type InferenceSettings = v.InferOutput<typeof InferenceSettings>;

export type ModelSettings = v.InferOutput<typeof OwnModel>;
