import { CfnOutput } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { LambdaSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Pictures } from "../buckets.ts";
import type { StageSettings } from "../settings/stage.ts";
import { type Backend, existingEndpoint, functionModel, simulatorForAll } from "./backends.ts";
import { sagemakerModel } from "./sagemaker-model.ts";

/**
 * The asynchronous inference: the backend that runs the model, the models of floor plans and of pro_capture, the simulated
 * one for sandboxes, and the topics that announce the results of all.
 */
export class Inference extends Construct {
  /** The SageMaker endpoint's name, if there is one. */
  readonly endpointName: string | undefined;
  private readonly topics: { success: Topic; error: Topic };
  private readonly backend: Backend;
  private readonly simulated: Backend;
  private readonly plans: Backend;
  private readonly enhance: Backend;

  constructor(
    scope: Construct,
    id: string,
    { settings, pictures }: { settings: StageSettings; pictures: Pictures },
  ) {
    super(scope, id);
    const closed = { enforceSSL: true };
    this.topics = { success: new Topic(this, "Success", closed), error: new Topic(this, "Error", closed) };
    this.simulated = functionModel(this, "Simulator", settings, this.topics);
    this.backend = this.backendOf(settings, pictures);
    const isSimulated = settings.inference.backend === "simulator";
    this.plans = isSimulated ? this.backend : functionModel(this, "Plans", settings, this.topics);
    this.enhance = isSimulated ? this.backend : functionModel(this, "Enhance", settings, this.topics);
    this.endpointName = this.backend.environment.INFERENCE_ENDPOINT_NAME;
    for (const [name, topic] of Object.entries(this.topics)) {
      const output = new CfnOutput(this, `${name}TopicArn`, { value: topic.topicArn });
      output.overrideLogicalId(name === "success" ? "InferenceSuccessTopicArn" : "InferenceErrorTopicArn");
    }
  }

  /** What identifies each model in the approved cache, as variables of the functions that use it. */
  get versions(): Record<string, string> {
    return {
      MODEL_VERSION: this.backend.modelVersion,
      PLANS_MODEL_VERSION: this.plans.modelVersion,
      ENHANCE_MODEL_VERSION: this.enhance.modelVersion,
      SIMULATED_MODEL_VERSION: this.simulated.modelVersion,
    };
  }

  /** The models that are functions, the stage's own first if it is one. */
  get functions(): NonNullable<Backend["runs"]>[] {
    const backends = new Set([this.backend, this.plans, this.enhance, this.simulated]);
    return [...new Set(Array.from(backends).flatMap(({ runs }) => runs ?? []))];
  }

  /** The function of the rendered model, if it answers the stage. */
  get renderer(): Backend["runs"] {
    return this.backend === this.plans ? undefined : this.backend.runs;
  }

  /** Lets a function invoke the models. */
  allowInvoking(starter: LambdaFunction): void {
    for (const { environment, permission } of new Set([
      this.backend,
      this.plans,
      this.enhance,
      this.simulated,
    ])) {
      for (const [name, value] of Object.entries(environment)) starter.addEnvironment(name, value);
      starter.addToRolePolicy(permission);
    }
  }

  /** Hands every result to a function, or to the queue if the function cannot be invoked. */
  onResult(handler: LambdaFunction, deadLetterQueue: Queue): void {
    for (const topic of Object.values(this.topics))
      topic.addSubscription(new LambdaSubscription(handler, { deadLetterQueue }));
  }

  private backendOf(settings: StageSettings, pictures: Pictures): Backend {
    const { inference } = settings;
    switch (inference.backend) {
      case "simulator":
        return simulatorForAll(this.simulated);
      case "rendered":
        return functionModel(this, "Renderer", settings, this.topics);
      case "endpoint":
        return existingEndpoint(this, inference);
      case "model":
        return sagemakerModel(this, inference, pictures, this.topics);
    }
  }
}
