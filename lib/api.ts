import { Duration } from "aws-cdk-lib";
import { LambdaIntegration, type RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { type OperationId, operations } from "../lambdas/api/contract/operations.ts";
import { disclosurePage } from "../lambdas/api/disclosure-page/route.ts";
import type { Pictures } from "./buckets.ts";
import { disclosurePageRoute } from "./disclosure-page.ts";
import { lambdaFunction } from "./function.ts";
import type { Pipeline } from "./pipeline.ts";
import { publicUrlOf, restApi } from "./rest-api.ts";
import type { StageSettings } from "./stage.ts";
import type { ServiceTable } from "./table.ts";

type Parts = { settings: StageSettings; table: ServiceTable; pictures: Pictures; pipeline: Pipeline };

/** The REST API: every operation of the contract as a route with its function. */
export class Api extends Construct {
  readonly api: RestApi;
  /** Where callers and visitors reach the API, without a slash at the end. */
  readonly publicUrl: string;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.api = restApi(this, parts.settings);
    this.publicUrl = publicUrlOf(this.api, parts.settings);
    const handlers = handlersOf(parts, this.publicUrl);
    for (const { operationId, method, path } of operations) {
      const { file, size, grant } = handlers[operationId];
      const handler = this.handler(file, parts, size);
      const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
      this.api.root.resourceForPath(path).addMethod(method, integration);
      grant(handler);
    }
    disclosurePageRoute(this, this.api, parts);
    this.refuseOtherMethods(parts.settings);
  }

  /** API Gateway itself answers a wrong method as it answers an unknown path, so one function answers for all paths. */
  private refuseOtherMethods(settings: StageSettings): void {
    const handler = lambdaFunction(this, "MethodNotAllowed", {
      settings,
      entry: "lambdas/api/routes/method-not-allowed.ts",
      timeout: Duration.seconds(3),
      memoryMb: 128,
      environment: {},
    });
    const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
    for (const path of new Set([...operations, disclosurePage].map(({ path }) => path)))
      this.api.root.resourceForPath(path).addMethod("ANY", integration);
  }

  /** An operation's function, with what every one needs: who calls (keys) and how often (rate windows). */
  private handler(file: string, { settings, table }: Parts, size = ordinary): LambdaFunction {
    const handler = lambdaFunction(this, functionName(file), {
      settings,
      entry: `lambdas/api/routes/${file}.ts`,
      ...size,
      environment: { TABLE_NAME: table.table.tableName },
    });
    table.grant(handler, "KEY#", ["GetItem"]);
    table.grant(handler, "RATE#", ["UpdateItem"]);
    return handler;
  }
}

/** `source-assets/create` becomes SourceAssetsCreate. A deployed function has this name in its logical id. */
const functionName = (file: string) =>
  file.replace(/(^|[-/])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase());

type Size = { timeout: Duration; memoryMb: number };
const ordinary: Size = { timeout: Duration.seconds(15), memoryMb: 512 };
/** A whole processor, as it adds up tens of thousands of events, and all the time that API Gateway waits. */
const addsUp: Size = { timeout: Duration.seconds(29), memoryMb: 1769 };

/** A file of lambdas/api/routes/, and what this handler needs beyond what every handler needs. */
type Handler = { file: string; size?: Size; grant: (handler: LambdaFunction) => void };

function handlersOf({ table, pictures, pipeline }: Parts, publicUrl: string): Record<OperationId, Handler> {
  const takesFiles = (handler: LambdaFunction) => {
    pictures.grantWrite(handler, "uploads");
    handler.addEnvironment("BUCKET_NAME", pictures.bucket.bucketName);
  };
  const signsPictures = (handler: LambdaFunction) => {
    pictures.grantSignedRead(handler, "outputs", "sources");
    handler.addEnvironment("PUBLIC_BASE_URL", publicUrl);
    handler.addEnvironment("BUCKET_NAME", pictures.bucket.bucketName);
  };
  return {
    createUpload: {
      file: "uploads/create",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "PutItem"]);
        takesFiles(handler);
      },
    },
    createSourceAsset: {
      file: "source-assets/create",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "PutItem", "UpdateItem"]);
        takesFiles(handler);
        pipeline.startsIngests(handler);
      },
    },
    getSourceAsset: {
      file: "source-assets/get",
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem"]),
    },
    createGeneration: {
      file: "generations/create",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
        takesFiles(handler);
        pipeline.startsGenerations(handler);
        pipeline.startsIngests(handler);
      },
    },
    listGenerations: {
      file: "generations/list",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "BatchGetItem", "Query"]);
        signsPictures(handler);
      },
    },
    getGeneration: {
      file: "generations/get",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem"]);
        signsPictures(handler);
      },
    },
    regenerateGeneration: {
      file: "generations/regenerate",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]);
        pipeline.startsGenerations(handler);
      },
    },
    cancelGeneration: {
      file: "generations/cancel",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]);
        signsPictures(handler);
        pipeline.endsJobs(handler);
      },
    },
    ...billingHandlers(table),
    ...keyHandlers(table),
  };
}

const billingHandlers = (table: ServiceTable) =>
  ({
    getUsageSummary: {
      file: "usage/get-summary",
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
    },
    listBillingEvents: {
      file: "billing-events/list",
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
    },
    listStatements: {
      file: "statements/list",
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
    },
    getStatement: {
      file: "statements/get",
      size: addsUp,
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem", "Query", "PutItem"]),
    },
  }) satisfies Partial<Record<OperationId, Handler>>;

/** They add to the record of changes, and read nothing of it. */
const keyHandlers = (table: ServiceTable) =>
  ({
    listKeys: {
      file: "keys/list",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query"]);
        table.grant(handler, "RATE#", ["GetItem"]);
      },
    },
    createKey: {
      file: "keys/create",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query", "PutItem"]);
        table.grant(handler, ["KEY#", "AUDIT"], ["PutItem"]);
      },
    },
    revokeKey: {
      file: "keys/revoke",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query", "PutItem", "ConditionCheckItem"]);
        table.grant(handler, ["KEY#", "AUDIT"], ["PutItem"]);
        table.grant(handler, "RATE#", ["GetItem"]);
      },
    },
  }) satisfies Partial<Record<OperationId, Handler>>;
