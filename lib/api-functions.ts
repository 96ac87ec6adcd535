import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { OperationId } from "../lambdas/api/contract/operations.ts";
import { issuerText } from "../lambdas/domain/billing/issuer.ts";
import { scriptFonts, statementFonts } from "../lambdas/statements/fonts.ts";
import type { Pictures } from "./buckets.ts";
import type { Beside } from "./bundling.ts";
import { listingHandlers } from "./listing-functions.ts";
import type { Pipeline } from "./pipeline.ts";
import { declinesOf, masksOf } from "./settings/backends.ts";
import type { StageSettings } from "./settings/stage.ts";
import type { ServiceTable } from "./table.ts";
import { webhookHandlers } from "./webhook-functions.ts";
import type { Webhooks } from "./webhooks.ts";

export type Parts = {
  settings: StageSettings;
  table: ServiceTable;
  pictures: Pictures;
  pipeline: Pipeline;
  webhooks: Webhooks;
};

export type Size = { timeout: Duration; memoryMb: number } & Pick<Beside, "files" | "fonts" | "splits">;
/** A whole processor, as it adds up tens of thousands of events, and all the time that API Gateway waits. */
const statement: Size = {
  timeout: Duration.seconds(29),
  memoryMb: 1769,
  files: statementFonts,
  fonts: scriptFonts,
  splits: true,
};

/** The route whose bundle is several files: `npm run bench bundles` measures what its start loads. */
export const splitRoute = "statements/get";

/** A file of lambdas/api/routes/, and what this handler needs beyond what every handler needs. */
type Handler = { file: string; size?: Size; grant: (handler: LambdaFunction) => void };

/** The function of each operation. `publicUrl` is where visitors reach the API. */
export function handlersOf(
  { settings, table, pictures, pipeline, webhooks }: Parts,
  publicUrl: string,
): Record<OperationId, Handler> {
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
    getCapabilities: {
      file: "capabilities/get",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem"]);
        handler.addEnvironment("MODEL_DECLINES", JSON.stringify(declinesOf(settings.inference)));
        handler.addEnvironment("MODEL_MASKS", JSON.stringify(masksOf(settings.inference)));
      },
    },
    ...listingHandlers(table, pipeline, signsPictures),
    ...billingHandlers(table, pipeline, settings),
    ...keyHandlers(table),
    ...webhookHandlers(table, webhooks),
  };
}

const billingHandlers = (table: ServiceTable, pipeline: Pipeline, { issuer }: StageSettings) =>
  ({
    getUsageSummary: {
      file: "usage/get-summary",
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
    },
    listBillingEvents: {
      file: "billing-events/list",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query"]);
        handler.addEnvironment("ISSUER", issuerText(issuer));
      },
    },
    listStatements: {
      file: "statements/list",
      grant: (handler) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
    },
    getStatement: {
      file: splitRoute,
      size: statement,
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query", "UpdateItem"]);
        table.grant(handler, ["ORG#", "AUDIT"], ["PutItem"]);
        pipeline.announces(handler);
        handler.addEnvironment("ISSUER", issuerText(issuer));
      },
    },
  }) satisfies Partial<Record<OperationId, Handler>>;

/** They add to the record of changes, and read nothing of it. */
const keyHandlers = (table: ServiceTable) =>
  ({
    listKeys: {
      file: "keys/list",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query"]);
        table.grant(handler, "RATE#", ["BatchGetItem"]);
      },
    },
    createKey: {
      file: "keys/create",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query", "UpdateItem"]);
        table.grant(handler, "KEY#", ["ConditionCheckItem"]);
        table.grant(handler, ["ORG#", "KEY#", "AUDIT"], ["PutItem"]);
      },
    },
    revokeKey: {
      file: "keys/revoke",
      grant: (handler) => {
        table.grant(handler, "ORG#", ["GetItem", "Query", "ConditionCheckItem"]);
        table.grant(handler, ["ORG#", "KEY#", "AUDIT"], ["PutItem"]);
        table.grant(handler, "RATE#", ["BatchGetItem"]);
      },
    },
  }) satisfies Partial<Record<OperationId, Handler>>;
