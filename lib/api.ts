import { Duration } from "aws-cdk-lib";
import { LambdaIntegration, type RestApi } from "aws-cdk-lib/aws-apigateway";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { lambdaFunction } from "./function.ts";
import type { Pipeline } from "./pipeline.ts";
import { restApi } from "./rest-api.ts";
import type { StageSettings } from "./stage.ts";
import type { ServiceTable } from "./table.ts";

type Parts = { settings: StageSettings; table: ServiceTable; pictures: Pictures; pipeline: Pipeline };
export type RestRoute = { method: "GET" | "POST"; path: string; handler: NodejsFunction };

/** The REST API: every route of SPEC "Endpoints", one function each. */
export class Api extends Construct {
  readonly api: RestApi;
  readonly routes: RestRoute[] = [];
  private readonly parts: Parts;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.parts = parts;
    this.api = restApi(this, parts.settings);
    const { table, pictures, pipeline } = parts;

    const createSourceAsset = this.route("POST", "source-assets", "source-assets/create");
    table.grant(createSourceAsset, "ORG#", ["GetItem", "PutItem"]);
    this.takesFiles(createSourceAsset);
    pipeline.startsIngests(createSourceAsset);

    const getSourceAsset = this.route("GET", "source-assets/{ingest_id}", "source-assets/get");
    table.grant(getSourceAsset, "ORG#", ["GetItem"]);

    const createGeneration = this.route("POST", "generations", "generations/create");
    table.grant(createGeneration, "ORG#", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
    this.takesFiles(createGeneration);
    pipeline.startsGenerations(createGeneration);
    pipeline.startsIngests(createGeneration);

    const getGeneration = this.route("GET", "generations/{job_id}", "generations/get");
    table.grant(getGeneration, "ORG#", ["GetItem"]);
    pictures.grantSignedRead(getGeneration, "outputs");
    getGeneration.addEnvironment("BUCKET_NAME", pictures.bucket.bucketName);

    const regenerate = this.route("POST", "generations/{job_id}/regenerate", "generations/regenerate");
    table.grant(regenerate, "ORG#", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
    pipeline.startsGenerations(regenerate);

    const getSummary = this.route("GET", "usage/summary", "usage/get-summary");
    table.grant(getSummary, "ORG#", ["GetItem"]);

    const listEvents = this.route("GET", "billing/events", "billing-events/list");
    table.grant(listEvents, "ORG#", ["GetItem", "Query"]);
  }

  /** One route, its function, and what every route needs: who calls (keys), how often (rate windows). */
  private route(method: RestRoute["method"], path: string, entry: string): NodejsFunction {
    const { settings, table } = this.parts;
    const name = entry.replace(/(^|[-/])([a-z])/g, (_match, _separator, letter: string) =>
      letter.toUpperCase(),
    );
    const handler = lambdaFunction(this, name, {
      settings,
      entry: `lambdas/api/routes/${entry}.ts`,
      timeout: Duration.seconds(15),
      memoryMb: 512,
      environment: { TABLE_NAME: table.table.tableName },
    });
    table.grant(handler, "KEY#", ["GetItem"]);
    table.grant(handler, "RATE#", ["UpdateItem"]);
    const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
    this.api.root.resourceForPath(`api/v1/${path}`).addMethod(method, integration);
    this.routes.push({ method, path: `/api/v1/${path}`, handler });
    return handler;
  }

  private takesFiles(handler: NodejsFunction): void {
    const { pictures } = this.parts;
    pictures.grantWrite(handler, "uploads");
    handler.addEnvironment("BUCKET_NAME", pictures.bucket.bucketName);
  }
}
