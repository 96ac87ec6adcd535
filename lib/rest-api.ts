import { Aws, RemovalPolicy } from "aws-cdk-lib";
import {
  AccessLogFormat,
  EndpointType,
  AccessLogField as Field,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { publicPages } from "../lambdas/api/public-pages.ts";
import { verifyFiles } from "../lambdas/api/verify/route.ts";
import { explain } from "./cdk-nag.ts";
import { fileThrottle, pageThrottle } from "./disclosure-page.ts";
import { serviceLogs } from "./function.ts";
import { envelopeGatewayErrors } from "./gateway-responses.ts";
import { removalOf } from "./removal.ts";
import type { StageSettings } from "./settings/stage.ts";

/** A method with its own settings has none of the stage's. */
const watched = { metricsEnabled: true, loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };

/** The REST API without its routes: logged, traced, throttled, with errors in the contract's envelope. */
export function restApi(scope: Construct, settings: StageSettings): RestApi {
  const accessLog = serviceLogs(scope, "AccessLog", settings);
  const api = new RestApi(scope, "RestApi", {
    restApiName: `image-staging-${settings.stage}`,
    endpointTypes: [EndpointType.REGIONAL],
    // Every body reaches a function as its bytes, in base64: as text, the gateway would replace what is not UTF-8.
    binaryMediaTypes: ["*/*"],
    cloudWatchRole: true,
    cloudWatchRoleRemovalPolicy: removalOf(settings),
    deployOptions: {
      stageName: settings.stage,
      tracingEnabled: true,
      ...watched,
      throttlingRateLimit: settings.throttle.requestsPerSecond,
      throttlingBurstLimit: settings.throttle.burst,
      methodOptions: Object.fromEntries(
        publicPages.flatMap(({ methods, path }) =>
          methods.map((method) => [
            `${path}/${method}`,
            { ...watched, ...(path === verifyFiles.path ? fileThrottle : pageThrottle) },
          ]),
        ),
      ),
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    },
  });
  executionLogs(scope, api, settings);
  api.node.tryRemoveChild("Endpoint");
  envelopeGatewayErrors(api);
  const checked = "Each function checks its caller's API key itself: lambdas/api/chain/authenticate.ts.";
  explain(api, {
    "AwsSolutions-APIG4": checked,
    "AwsSolutions-COG4": checked,
    "AwsSolutions-APIG2":
      "Each function parses its whole request and answers in the contract's own envelope.",
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]":
      "API Gateway requires this policy: it writes to log groups that it names itself.",
  });
  return api;
}

/**
 * The address of the API: its domain, or the one that API Gateway gives it. Not `api.url`, which refers to the deployment and
 * so to the functions that need this address.
 */
export const publicUrlOf = (api: RestApi, { stage, domain }: StageSettings): string =>
  domain
    ? `https://${domain.name}`
    : `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stage}`;

const accessLogFields = {
  request_id: Field.contextRequestId(),
  trace_id: Field.contextXrayTraceId(),
  ip: Field.contextIdentitySourceIp(),
  time: Field.contextRequestTime(),
  method: Field.contextHttpMethod(),
  path: Field.contextPath(),
  route: Field.contextResourcePath(),
  status: Field.contextStatus(),
  bytes: Field.contextResponseLength(),
  latency_ms: Field.contextResponseLatency(),
  integration_latency_ms: Field.contextIntegrationLatency(),
  error: Field.contextErrorResponseType(),
};

/** API Gateway creates this log group itself if there is none, and then keeps its lines for ever. */
function executionLogs(scope: Construct, api: RestApi, settings: StageSettings): void {
  const logs = new LogGroup(scope, "ExecutionLog", {
    logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${settings.stage}`,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  api.deploymentStage.node.addDependency(logs);
}
