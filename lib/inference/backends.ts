import { Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { lambdaFunction } from "../function.ts";
import type { StageSettings } from "../stage.ts";
import { stateMachine } from "../state-machine.ts";

export type Topics = { success: Topic; error: Topic };

/** How start-inference asks the model, and what it must be allowed for that. */
export type Backend = { modelVersion: string; environment: Record<string, string>; mayAsk: PolicyStatement };

/** The simulated model as a function, in an account without a GPU. It is asked and answers as an endpoint would be. */
export function simulator(scope: Construct, settings: StageSettings, topics: Topics): Backend {
  const model = lambdaFunction(scope, "Simulator", {
    settings,
    entry: "models/simulated/lambda.ts",
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
    mayAsk: new PolicyStatement({
      actions: ["states:StartExecution"],
      resources: [endpoint.stateMachineArn],
    }),
  };
}

type ExistingEndpoint = { endpointName: string; modelVersion?: string | undefined };

/** An endpoint that exists already: its configuration names this stack's bucket and topics. */
export const existingEndpoint = (
  scope: Construct,
  { endpointName, modelVersion = endpointName }: ExistingEndpoint,
): Backend => ({
  modelVersion,
  ...sageMaker(
    endpointName,
    Stack.of(scope).formatArn({
      service: "sagemaker",
      resource: "endpoint",
      resourceName: endpointName.toLowerCase(),
    }),
  ),
});

/** Asking an endpoint by its name. SageMaker writes an endpoint's ARN in lower case, whatever its name. */
export const sageMaker = (endpointName: string, endpointArn: string) => ({
  environment: { INFERENCE_ENDPOINT_NAME: endpointName },
  mayAsk: new PolicyStatement({
    actions: ["sagemaker:InvokeEndpointAsync"],
    resources: [endpointArn],
  }),
});
