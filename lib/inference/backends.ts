import { Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { lambdaFunction } from "../function.ts";
import type { StageSettings } from "../stage.ts";
import { stateMachine } from "../state-machine.ts";

export type Topics = { success: Topic; error: Topic };

/** How start-inference invokes the model, and the permission that it needs. */
export type Backend = {
  modelVersion: string;
  environment: Record<string, string>;
  permission: PolicyStatement;
};

/**
 * The simulated model as a function, behind a state machine in place of an endpoint: for sandboxes, on every stage, and
 * for all jobs of a stage without a model. Unused it costs nothing.
 */
export function simulator(scope: Construct, settings: StageSettings, topics: Topics): Backend {
  const model = lambdaFunction(scope, "Simulator", {
    settings,
    entry: "packages/models/simulated/src/lambda.ts",
    environment: {},
    timeout: Duration.minutes(5),
    memoryMb: 2048,
    sharp: true,
  });
  const endpoint = stateMachine(scope, "SimulatedInference", {
    settings,
    file: "simulated-inference.asl.json",
    functions: { Simulator: model },
    others: {
      SuccessTopicArn: topics.success.topicArn,
      ErrorTopicArn: topics.error.topicArn,
    },
  });
  for (const topic of Object.values(topics)) topic.grantPublish(endpoint);
  return {
    modelVersion: "simulated-1",
    environment: { SIMULATOR_STATE_MACHINE_ARN: endpoint.stateMachineArn },
    permission: new PolicyStatement({
      actions: ["states:StartExecution"],
      resources: [endpoint.stateMachineArn],
    }),
  };
}

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
