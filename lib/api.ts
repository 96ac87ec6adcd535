import { Duration } from "aws-cdk-lib";
import {
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  ResponseType,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { lambdaFunction } from "./function.ts";
import type { Pipeline } from "./pipeline.ts";
import type { StageSettings } from "./stage.ts";
import type { ServiceTable } from "./table.ts";

type Parts = { settings: StageSettings; table: ServiceTable; pictures: Pictures; pipeline: Pipeline };

/** The REST API: every route of SPEC "Endpoints", one function each. */
export class Api extends Construct {
  readonly api: RestApi;
  readonly functions: NodejsFunction[];

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    const { settings, table, pictures, pipeline } = parts;
    const accessLog = new LogGroup(this, "AccessLog", { retention: settings.logRetentionDays });
    this.api = new RestApi(this, "RestApi", {
      restApiName: `image-staging-${settings.stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ["multipart/form-data"],
      cloudWatchRole: true,
      deployOptions: {
        stageName: settings.stage,
        tracingEnabled: true,
        metricsEnabled: true,
        throttlingRateLimit: settings.throttle.requestsPerSecond,
        throttlingBurstLimit: settings.throttle.burst,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      },
    });
    this.envelopeGatewayErrors();

    const createSourceAsset = this.route(parts, "POST", "/api/v1/source-assets", "source-assets/create");
    const getSourceAsset = this.route(parts, "GET", "/api/v1/source-assets/{ingest_id}", "source-assets/get");
    const createGeneration = this.route(parts, "POST", "/api/v1/generations", "generations/create");
    const getGeneration = this.route(parts, "GET", "/api/v1/generations/{job_id}", "generations/get");
    const regenerate = this.route(
      parts,
      "POST",
      "/api/v1/generations/{job_id}/regenerate",
      "generations/regenerate",
    );
    const getSummary = this.route(parts, "GET", "/api/v1/usage/summary", "usage/get-summary");
    const listEvents = this.route(parts, "GET", "/api/v1/billing/events", "billing-events/list");
    this.functions = [
      createSourceAsset,
      getSourceAsset,
      createGeneration,
      getGeneration,
      regenerate,
      getSummary,
      listEvents,
    ];

    for (const reader of [getSourceAsset, getGeneration]) table.grant(reader, ["ORG#"], ["GetItem"]);
    table.grant(regenerate, ["ORG#"], ["GetItem", "PutItem", "UpdateItem"]);
    for (const creator of [createSourceAsset, createGeneration]) {
      table.grant(creator, ["ORG#"], ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
      pictures.grantWrite(creator, "uploads");
    }
    table.grant(getSummary, ["ORG#"], ["GetItem", "BatchGetItem"]);
    table.grant(listEvents, ["ORG#"], ["GetItem", "Query"]);
    pictures.grantRead(getGeneration, "outputs");
    pipeline.grantStartGeneration(createGeneration, regenerate);
    pipeline.grantStartIngest(createSourceAsset);
  }

  /** One route, its function, and what every route needs: who calls (keys), how often (rate windows). */
  private route(parts: Parts, method: string, path: string, entry: string): NodejsFunction {
    const { settings, table, pictures, pipeline } = parts;
    const name = entry.replace(/(^|[-/])([a-z])/g, (_match, _separator, letter: string) =>
      letter.toUpperCase(),
    );
    const handler = lambdaFunction(this, name, {
      settings,
      entry: `lambdas/api/${entry}.ts`,
      timeout: Duration.seconds(15),
      memoryMb: 512,
      environment: {
        TABLE_NAME: table.table.tableName,
        BUCKET_NAME: pictures.bucket.bucketName,
        ...pipeline.stateMachineArns,
      },
    });
    table.grant(handler, ["KEY#"], ["GetItem"]);
    table.grant(handler, ["RATE#"], ["UpdateItem"]);
    const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
    this.api.root.resourceForPath(path).addMethod(method, integration);
    return handler;
  }

  /** API Gateway's own errors carry the same envelope and headers as ours (SPEC "Errors"). */
  private envelopeGatewayErrors(): void {
    const responses: [ResponseType, string, string, boolean, string][] = [
      [ResponseType.MISSING_AUTHENTICATION_TOKEN, "404", "not_found", false, "There is no such endpoint."],
      [ResponseType.RESOURCE_NOT_FOUND, "404", "not_found", false, "There is no such endpoint."],
      [
        ResponseType.REQUEST_TOO_LARGE,
        "413",
        "bad_request",
        false,
        "The request is too large: send a larger picture by source_url.",
      ],
      [
        ResponseType.UNSUPPORTED_MEDIA_TYPE,
        "400",
        "bad_request",
        false,
        "Send application/json or multipart/form-data.",
      ],
      [ResponseType.THROTTLED, "429", "rate_limited", true, "Too many requests. Try again in a second."],
      [ResponseType.QUOTA_EXCEEDED, "429", "rate_limited", true, "Too many requests. Try again in a second."],
      [ResponseType.ACCESS_DENIED, "403", "forbidden", false, "Access is denied."],
      [ResponseType.WAF_FILTERED, "403", "forbidden", false, "Access is denied."],
      [ResponseType.DEFAULT_4XX, "400", "bad_request", false, "The request cannot be read."],
      [
        ResponseType.DEFAULT_5XX,
        "500",
        "internal_error",
        true,
        "An unexpected error occurred. Try again later.",
      ],
    ];
    for (const [type, statusCode, code, retryable, message] of responses) {
      const retry_after = statusCode === "429" ? 1 : null;
      this.api.addGatewayResponse(`${type.responseType}Response`, {
        type,
        statusCode,
        templates: {
          "application/json": JSON.stringify({ error: { code, message, retryable, retry_after } }),
        },
        responseHeaders: {
          "Cache-Control": "'no-store'",
          "x-request-id": "context.requestId",
          ...(retry_after !== null && { "Retry-After": `'${retry_after}'` }),
        },
      });
    }
  }
}
