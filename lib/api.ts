import { Duration } from "aws-cdk-lib";
import {
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { lambdaFunction, serviceLogs } from "./function.ts";
import { envelopeGatewayErrors } from "./gateway-responses.ts";
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
    const accessLog = serviceLogs(this, "AccessLog", settings);
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
    envelopeGatewayErrors(this.api);

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

    for (const reader of [getSourceAsset, getGeneration]) table.grant(reader, "ORG#", ["GetItem"]);
    table.grant(regenerate, "ORG#", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
    for (const creator of [createSourceAsset, createGeneration]) {
      table.grant(creator, "ORG#", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
      pictures.grantWrite(creator, "uploads");
    }
    table.grant(getSummary, "ORG#", ["GetItem", "BatchGetItem"]);
    table.grant(listEvents, "ORG#", ["GetItem", "Query"]);
    pictures.grantSignedRead(getGeneration, "outputs");
    for (const starter of [createGeneration, regenerate]) pipeline.startsGenerations(starter);
    pipeline.startsIngests(createSourceAsset);
  }

  /** One route, its function, and what every route needs: who calls (keys), how often (rate windows). */
  private route(parts: Parts, method: string, path: string, entry: string): NodejsFunction {
    const { settings, table, pictures } = parts;
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
      },
    });
    table.grant(handler, "KEY#", ["GetItem"]);
    table.grant(handler, "RATE#", ["UpdateItem"]);
    const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
    this.api.root.resourceForPath(path).addMethod(method, integration);
    return handler;
  }
}
