import { CfnOutput, Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import { Pictures } from "./buckets.ts";
import { deadLetterQueue } from "./dead-letters.ts";
import { Inference } from "./inference.ts";
import { Pipeline } from "./pipeline.ts";
import type { StageSettings } from "./stage.ts";
import { ServiceTable } from "./table.ts";
import { Webhooks } from "./webhooks.ts";

/** The whole service of one stage: partner → API → pipeline → model → webhooks. */
export class StagingStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, {
      description: "Image Staging Generation API",
      terminationProtection: settings.retainData,
    });
    const table = new ServiceTable(this, "Data", settings);
    const pictures = new Pictures(this, "Pictures", settings);
    const bus = new EventBus(this, "Completions", { eventBusName: `${id}-completions` });
    const deadLetters = deadLetterQueue(this, "DeadLetters", settings);
    const inference = new Inference(this, "Inference", { settings, pictures });
    const pipeline = new Pipeline(this, "Pipeline", {
      settings,
      table,
      pictures,
      inference,
      bus,
      deadLetters,
    });
    const webhooks = new Webhooks(this, "Webhooks", { settings, table, pictures, bus, deadLetters });
    const { api } = new Api(this, "Api", { settings, table, pictures, pipeline });

    this.output("BaseUrl", api.url);
    this.output("TableName", table.table.tableName);
    this.output("BucketName", pictures.bucket.bucketName);
    this.output("EventBusName", bus.eventBusName);
    this.output("DeadLetterQueueUrl", deadLetters.queueUrl);
    this.output("WebhookStateMachineArn", webhooks.delivery.stateMachineArn);
  }

  /** An output under exactly this name: operators' scripts read it. */
  private output(name: string, value: string): void {
    new CfnOutput(this, `${name}Output`, { value }).overrideLogicalId(name);
  }
}
