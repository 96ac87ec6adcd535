import { version as enhanceVersion } from "@image-staging/enhance/version";
import { version as plansVersion } from "@image-staging/plans/version";
import { version as renderedVersion } from "@image-staging/rendered/version";
import { version as simulatedVersion } from "@image-staging/simulated/version";
import { Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
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
};

type FunctionModel = Pick<FunctionProps, "entry" | "memoryMb" | "threads" | "files"> & {
  /** The name of its function and, with "Inference", of its state machine. */
  name: string;
  machine: string;
  modelVersion: string;
  /** The variable by which start-inference finds the state machine. */
  variable: string;
};

/** A model as a function, behind a state machine in place of an endpoint. Unused it costs nothing. */
function functionModel(
  scope: Construct,
  { name, machine, modelVersion, variable, ...props }: FunctionModel,
  settings: StageSettings,
  topics: Topics,
): Backend {
  const model = lambdaFunction(scope, name, {
    settings,
    environment: {},
    timeout: Duration.minutes(5),
    sharp: true,
    ...props,
  });
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
  };
}

/** The simulated model: for sandboxes, on every stage. */
export const simulator = (scope: Construct, settings: StageSettings, topics: Topics): Backend =>
  functionModel(
    scope,
    {
      name: "Simulator",
      machine: "SimulatedInference",
      entry: "packages/models/simulated/src/lambda.ts",
      memoryMb: 2048,
      modelVersion: simulatedVersion,
      variable: "SIMULATOR_STATE_MACHINE_ARN",
    },
    settings,
    topics,
  );

/** The models' functions: the renderer's with its threads, the one of floor plans with what it reads lettering with. */
export const modelCode = {
  Renderer: {
    entry: "packages/models/rendered/src/lambda.ts",
    threads: ["packages/models/rendered/src/composite/thread.ts"],
  },
  Plans: {
    entry: "packages/models/plans/src/lambda.ts",
    files: [
      "tesseract.js-core/tesseract-core-simd-lstm.wasm",
      "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz",
    ],
  },
  Enhance: { entry: "packages/models/enhance/src/lambda.ts" },
} as const;

/** The model of floor plans, beside every back end but the simulated model. It computes in one thread. */
export const plansModel = (scope: Construct, settings: StageSettings, topics: Topics): Backend =>
  functionModel(
    scope,
    {
      name: "Plans",
      machine: "PlansInference",
      ...modelCode.Plans,
      memoryMb: 2048,
      modelVersion: plansVersion,
      variable: "PLANS_STATE_MACHINE_ARN",
    },
    settings,
    topics,
  );

/** The model of pro_capture, beside every back end but the simulated model. It computes in one thread. */
export const enhanceModel = (scope: Construct, settings: StageSettings, topics: Topics): Backend =>
  functionModel(
    scope,
    {
      name: "Enhance",
      machine: "EnhanceInference",
      ...modelCode.Enhance,
      memoryMb: 2048,
      modelVersion: enhanceVersion,
      variable: "ENHANCE_STATE_MACHINE_ARN",
    },
    settings,
    topics,
  );

/** The rendered model, with the most memory that a new account allows, and the processors that come with it. */
export const renderer = (scope: Construct, settings: StageSettings, topics: Topics): Backend =>
  functionModel(
    scope,
    {
      name: "Renderer",
      machine: "RenderedInference",
      ...modelCode.Renderer,
      memoryMb: 3008,
      modelVersion: renderedVersion,
      variable: functionModelVariable,
    },
    settings,
    topics,
  );

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
