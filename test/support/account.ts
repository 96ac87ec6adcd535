import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@image-staging/local-cloud/http";
import { resourceOutputs } from "../../lib/outputs.ts";

/** What AWS answers to each call: by the action, the target or the path of the request; or by what is asked. */
export type Answers = Record<string, object | string | ((asked: string) => object | string)>;

const member = (name: string, value: string) => `<${name}>${value}</${name}>`;
/** The table when the account was started: doctor changes the variable to what a stack says. */
let tableName = "";

/** The stack's outputs. */
const outputs = () =>
  Object.keys(resourceOutputs)
    .map((name) =>
      member(
        "member",
        member("OutputKey", name) + member("OutputValue", name === "TableName" ? tableName : "x"),
      ),
    )
    .join("");
export const stackOf = (status: string, listed = outputs()) =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>
   <StackName>ImageStaging-prod</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime>
   <StackStatus>${status}</StackStatus><EnableTerminationProtection>true</EnableTerminationProtection>
   <Outputs>${listed}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
export const resourceOf = (type: string, logicalId: string, name: string) =>
  member(
    "member",
    `<LogicalResourceId>${logicalId}1A2B3C4D</LogicalResourceId><PhysicalResourceId>${name}</PhysicalResourceId>` +
      `<ResourceType>AWS::${type}</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus>` +
      "<LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>",
  );
export const functionOf = (logicalId: string, name: string) =>
  resourceOf("Lambda::Function", logicalId, name);
const functions =
  functionOf("PipelineStartInference", "start") +
  functionOf("PipelineApproveCandidates", "approve") +
  resourceOf("Events::Rule", "SweepSchedule", "sweep");
export const renderer = functionOf("InferenceRenderer", "renderer");
export const alarmTopic = resourceOf(
  "SNS::Topic",
  "MonitoringAlarms",
  "arn:aws:sns:eu-west-1:123456789012:Alarms",
);
export const webAcl = resourceOf("WAFv2::WebACL", "FirewallWebAcl", "acl");
export const domain = resourceOf("ApiGateway::DomainName", "DomainName", "api.example.com");
const api =
  resourceOf("ApiGateway::RestApi", "ApiRestApi", "abc") +
  resourceOf("ApiGateway::Stage", "ApiStage", "prod");
export const stackWith = (...resources: string[]) => ({
  ListStackResources: `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${functions}${api}${resources.join("")}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`,
});

export const approval = "/2015-03-31/functions/approve/configuration";
export const variablesOf = (Variables: Record<string, string>) => ({ Environment: { Variables } });
export const accountWith = (ConcurrentExecutions: number, UnreservedConcurrentExecutions = 800) => ({
  "/2016-08-19/account-settings": { AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } },
});
export const quotasWith = (starts: number, transitions: number, instances = 5) => ({
  "ServiceQuotasV20190624.ListServiceQuotas": {
    Quotas: [
      { QuotaName: "StartExecution throttle refill rate", Value: starts },
      { QuotaName: "StateTransition throttle refill rate", Value: transitions },
      { QuotaName: "StateTransition throttle refill rate for Express", Value: 1 },
      { QuotaName: "ml.g5.2xlarge for endpoint usage", Value: instances },
    ],
  },
});
export const subscribed = (...arns: string[]) => ({
  ListSubscriptionsByTopic: arns.map((arn) => member("SubscriptionArn", arn)).join(""),
});
const inDays = (days: number) => Date.now() / 1000 + days * 86_400 + 60;
export const certificateFor = (days: number, Status = "ISSUED") => ({
  "CertificateManager.DescribeCertificate": { Certificate: { Status, NotAfter: inDays(days) } },
});
/** What CloudWatch says of an hour of the table, by the metric, of its index by `index` and the metric. */
export const throttled = (sums: Record<string, number>): Answers => ({
  GetMetricStatistics: (asked) => {
    const parameters = new URLSearchParams(asked);
    const isIndex = parameters.has("Dimensions.member.2.Value", "open-work");
    const sum = sums[`${isIndex ? "index " : ""}${parameters.get("MetricName")}`];
    return sum === undefined ? "<Datapoints/>" : `<Datapoints>${member("Sum", String(sum))}</Datapoints>`;
  },
});
export const rendered = {
  "/2015-03-31/functions/start/configuration": variablesOf({ MODEL_VERSION: "rendered-25" }),
};
export const judgedBy = (REQUIRE_MASK: string, JUDGE_DRIFT = "true") => ({
  [approval]: variablesOf({ REQUIRE_MASK, JUDGE_DRIFT }),
});

/** A stage of which nothing is wrong. */
export const sound: Answers = {
  GetCallerIdentity: "<R><Arn>arn:aws:iam::123456789012:user/ada</Arn></R>",
  ...stackWith(alarmTopic, webAcl, domain),
  ...accountWith(1000),
  ...quotasWith(300, 1500),
  "/2015-03-31/functions/start/configuration": variablesOf({ INFERENCE_ENDPOINT_NAME: "staging-v2" }),
  ...judgedBy("true"),
  "SageMaker.DescribeEndpoint": { EndpointStatus: "InService", EndpointConfigName: "staging-v2-1" },
  "SageMaker.DescribeEndpointConfig": { ProductionVariants: [{ InstanceType: "ml.g5.2xlarge" }] },
  ...subscribed("arn:aws:sns:eu-west-1:123456789012:Alarms:1"),
  "AWSWAF_20190729.GetWebACLForResource": { WebACL: { Name: "image-staging-prod" } },
  "/domainnames/api.example.com": {
    regionalCertificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/1",
  },
  ...certificateFor(200),
  "AWSEvents.DescribeRule": { State: "ENABLED" },
  ...throttled({}),
  "AmazonSQS.GetQueueAttributes": { Attributes: { ApproximateNumberOfMessages: "0" } },
};

const keyOf = (request: IncomingMessage, body: string): string => {
  const target = request.headers["x-amz-target"];
  return typeof target === "string" ? target : (new URLSearchParams(body).get("Action") ?? request.url ?? "");
};

const services = [
  ...[
    "ACM",
    "APIGATEWAY",
    "BEDROCK",
    "CLOUDFORMATION",
    "EVENTS",
    "KMS",
    "LAMBDA",
    "LOGS",
    "MONITORING",
    "SAGEMAKER",
    "SECRETSMANAGER",
  ],
  ...["SERVICEQUOTAS", "SNS", "SQS", "STS", "WAFV2"],
];

/** An account of AWS on this machine that answers signed calls as `answers` says, and denies all others. */
export async function startAccount() {
  tableName = process.env.TABLE_NAME ?? "";
  const account = { answers: sound };
  const aws = await listen(0, async (request, response) => {
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential="))
      return response.writeHead(400).end();
    const asked = await text(request);
    const known: Answers = { DescribeStacks: stackOf("UPDATE_COMPLETE"), ...account.answers };
    const found = known[keyOf(request, asked)] ?? { __type: "AccessDeniedException", message: "No." };
    const answer = typeof found === "function" ? found(asked) : found;
    response.writeHead(typeof answer === "object" && "__type" in answer ? 400 : 200);
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  /** What the commands need to reach it. */
  const environment: Record<string, string> = {
    ...Object.fromEntries(services.map((name) => [`AWS_ENDPOINT_URL_${name}`, aws.url])),
    AWS_MAX_ATTEMPTS: "1",
  };
  return Object.assign(account, { url: aws.url, environment, stop: () => aws.close() });
}
