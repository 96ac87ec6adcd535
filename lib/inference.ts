import { CfnOutput } from "aws-cdk-lib";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { LambdaSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { type Backend, existingEndpoint, ownModel, simulator } from "./inference-backends.ts";
import type { StageSettings } from "./stage.ts";

/** The asynchronous inference: who is asked, and the topics on which the answers come. */
export class Inference extends Construct {
  /** What identifies the model in the approved cache. */
  readonly modelVersion: string;
  private readonly topics: { success: Topic; error: Topic };
  private readonly backend: Backend;

  constructor(
    scope: Construct,
    id: string,
    { settings, pictures }: { settings: StageSettings; pictures: Pictures },
  ) {
    super(scope, id);
    this.topics = {
      success: new Topic(this, "Success", { enforceSSL: true }),
      error: new Topic(this, "Error", { enforceSSL: true }),
    };
    this.backend = this.backendOf(settings, pictures);
    this.modelVersion = this.backend.modelVersion;
    for (const [name, topic] of Object.entries(this.topics)) {
      const output = new CfnOutput(this, `${name}TopicArn`, { value: topic.topicArn });
      output.overrideLogicalId(name === "success" ? "InferenceSuccessTopicArn" : "InferenceErrorTopicArn");
    }
  }

  /** Lets a function ask the model. */
  connect(starter: NodejsFunction): void {
    for (const [name, value] of Object.entries(this.backend.environment)) starter.addEnvironment(name, value);
    starter.addToRolePolicy(this.backend.mayAsk);
  }

  /** Hands every answer to a function. */
  onAnswer(handler: NodejsFunction): void {
    for (const topic of Object.values(this.topics)) topic.addSubscription(new LambdaSubscription(handler));
  }

  private backendOf(settings: StageSettings, pictures: Pictures): Backend {
    const { inference } = settings;
    switch (inference.backend) {
      case "simulator":
        return simulator(this, settings, this.topics);
      case "endpoint":
        return existingEndpoint(this, inference);
      case "model":
        return ownModel(this, inference, pictures, this.topics);
    }
  }
}
