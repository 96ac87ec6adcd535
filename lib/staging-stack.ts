import { CfnOutput, Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Construct } from "constructs";
import { issuerText } from "../lambdas/domain/billing/issuer.ts";
import { Api } from "./api.ts";
import { Pictures } from "./buckets.ts";
import { explain } from "./cdk-nag.ts";
import { CustomDomain } from "./custom-domain.ts";
import { deadLetterQueue } from "./dead-letters.ts";
import { Documents } from "./documents.ts";
import { Firewall } from "./firewall.ts";
import { Inference } from "./inference/inference.ts";
import { Monitoring } from "./monitoring/monitoring.ts";
import type { ResourceOutput } from "./outputs.ts";
import { Pipeline } from "./pipeline.ts";
import type { StageSettings } from "./settings/stage.ts";
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
    const shared = { settings, table, pictures, bus, deadLetters };
    const inference = new Inference(this, "Inference", shared);
    const pipeline = new Pipeline(this, "Pipeline", { ...shared, inference });
    const webhooks = new Webhooks(this, "Webhooks", shared);
    const api = new Api(this, "Api", { ...shared, pipeline, webhooks });
    for (const printsLinks of [pipeline.approveCandidates, webhooks.deliverWebhook])
      printsLinks.addEnvironment("PUBLIC_BASE_URL", api.publicUrl);
    pictures.emptiedAfter(inference, pipeline, api);
    if (settings.firewall)
      new Firewall(this, "Firewall", { settings, api: api.api, limits: settings.firewall });
    const monitoring = new Monitoring(this, "Monitoring", { ...shared, inference, pipeline, webhooks });

    const resources: Record<ResourceOutput, string> = {
      TableName: table.table.tableName,
      BucketName: pictures.bucket.bucketName,
      EventBusName: bus.eventBusName,
      DeadLetterQueueUrl: deadLetters.queueUrl,
      WebhookStateMachineArn: webhooks.delivery.stateMachineArn,
      GenerationStateMachineArn: pipeline.generation.stateMachineArn,
      SourceIngestStateMachineArn: pipeline.sourceIngest.stateMachineArn,
      ContentCredentials: settings.contentCredentials?.key ?? "none",
      Issuer: issuerText(settings.issuer),
    };
    const domain = settings.domain && new CustomDomain(this, "Domain", { ...settings.domain, api: api.api });
    this.output("BaseUrl", domain?.url ?? api.api.url);
    if (domain) this.output("DomainTarget", domain.target);
    for (const [name, value] of Object.entries(resources)) this.output(name, value);
    if (settings.documents) this.publishDocuments(settings);
    this.output("DashboardName", monitoring.dashboard.dashboardName);
    this.explainFindings(settings);
  }

  /** An output with exactly this name, by which operators' scripts read it. */
  private output(name: string, value: string): void {
    new CfnOutput(this, `${name}Output`, { value }).overrideLogicalId(name);
  }

  private publishDocuments(settings: StageSettings): void {
    const { url, bucket, distribution } = new Documents(this, "Documents", settings);
    this.output("DocumentsUrl", url);
    this.output("DocumentsBucketName", bucket.bucketName);
    this.output("DocumentsDistributionId", distribution.distributionId);
  }

  private explainFindings({ firewall }: StageSettings): void {
    explain(this, {
      "Serverless-LambdaDLQ":
        "API Gateway and Step Functions wait for their functions' answers; of those invoked by events, complete-inference has a failure destination and the sweeper runs again a minute later.",
      ...(!firewall && {
        "AwsSolutions-APIG3": "AWS WAF costs more than the rest of a stage that has no partners' traffic.",
      }),
    });
  }
}
