import { ListBillingEvents } from "./billing-events/list.ts";
import { GetCapabilities } from "./capabilities/get.ts";
import { CancelGeneration } from "./generations/cancel.ts";
import { CreateGeneration } from "./generations/create.ts";
import { GetGeneration } from "./generations/get.ts";
import { ListGenerations } from "./generations/list.ts";
import { RegenerateGeneration } from "./generations/regenerate.ts";
import { CreateKey } from "./keys/create.ts";
import { ListKeys } from "./keys/list.ts";
import { RevokeKey } from "./keys/revoke.ts";
import { CloseListing } from "./listings/close.ts";
import { GetListing } from "./listings/get.ts";
import { ListListings } from "./listings/list.ts";
import type { Operation } from "./operation.ts";
import { CreateSourceAsset } from "./source-assets/create.ts";
import { GetSourceAsset } from "./source-assets/get.ts";
import { GetStatement } from "./statements/get.ts";
import { ListStatements } from "./statements/list.ts";
import { CreateUpload } from "./uploads/create.ts";
import { GetUsageSummary } from "./usage/get-summary.ts";
import { CreateSigningSecret } from "./webhooks/create-secret.ts";
import { GetWebhookSettings } from "./webhooks/get-settings.ts";
import { ListWebhookDeliveries } from "./webhooks/list-deliveries.ts";
import { PutWebhookSettings } from "./webhooks/put-settings.ts";
import { RedeliverWebhook } from "./webhooks/redeliver.ts";
import { TestWebhook } from "./webhooks/test.ts";

/** Every operation of the API, for the stack, the OpenAPI document and the tests; a handler imports only its own. */
export const operations = [
  CreateUpload,
  CreateSourceAsset,
  GetSourceAsset,
  CreateGeneration,
  ListGenerations,
  GetGeneration,
  RegenerateGeneration,
  CancelGeneration,
  ListListings,
  GetListing,
  CloseListing,
  GetCapabilities,
  GetUsageSummary,
  ListBillingEvents,
  ListStatements,
  GetStatement,
  ListKeys,
  CreateKey,
  RevokeKey,
  GetWebhookSettings,
  PutWebhookSettings,
  CreateSigningSecret,
  TestWebhook,
  ListWebhookDeliveries,
  RedeliverWebhook,
] as const satisfies Operation[];

/** The methods by which an operation is called: HEAD is answered as GET (RFC 9110, 9.3.2), and the gateway drops the body. */
export const methodsOf = ({ method }: Pick<Operation, "method">): readonly string[] =>
  method === "GET" ? ["GET", "HEAD"] : [method];

export type OperationId = (typeof operations)[number]["operationId"];
