import { Statement } from "../../../domain/billing/statement-schema.ts";
import { Failure } from "../../../domain/failures.ts";
import { Metadata } from "../../../domain/generation/metadata.ts";
import {
  CaptureType,
  Disclosure,
  Mode,
  RoomType,
  StylePreset,
  Workflow,
} from "../../../domain/vocabulary.ts";
import { CancelGeneration } from "../generations/cancel.ts";
import { CreateGeneration } from "../generations/create.ts";
import { RegenerateGeneration } from "../generations/regenerate.ts";
import { WebhookConfig } from "../job-fields.ts";
import { CreateKey } from "../keys/create.ts";
import { CloseListing } from "../listings/close.ts";
import { operations } from "../operations.ts";
import { RoomTypes } from "../room-types.ts";
import { CreateSourceAsset } from "../source-assets/create.ts";
import { CreateUpload } from "../uploads/create.ts";
import { CreateSigningSecret } from "../webhooks/create-secret.ts";
import { PutWebhookSettings } from "../webhooks/put-settings.ts";
import { RedeliverWebhook } from "../webhooks/redeliver.ts";
import { TestWebhook } from "../webhooks/test.ts";
import type { Publications } from "./operation.ts";
import { billing } from "./operations/billing.ts";
import { generations } from "./operations/generations.ts";
import { apiKeys } from "./operations/keys.ts";
import { listings } from "./operations/listings.ts";
import { sourceAssets } from "./operations/source-assets.ts";
import { webhooks } from "./operations/webhooks.ts";
import { ApiKey, ApiKeys, IssuedApiKey } from "./resources/api-key.ts";
import { BillingEvent, BillingEventsPage } from "./resources/billing-event.ts";
import { Capabilities } from "./resources/capabilities.ts";
import { ErrorEnvelope } from "./resources/error.ts";
import {
  GenerationJob,
  GenerationOutput,
  GenerationsPage,
  SignedPicture,
} from "./resources/generation-job.ts";
import { ListedStatement, StatementsPage } from "./resources/listed-statement.ts";
import { ListedJob, Listing, ListingCounts, ListingsPage, ListingWithJobs } from "./resources/listing.ts";
import { SourceAssetIngestJob } from "./resources/source-asset-ingest-job.ts";
import { Upload } from "./resources/upload.ts";
import { UsageSummary } from "./resources/usage-summary.ts";
import {
  Redelivery,
  WebhookAttempt,
  WebhookDeliveriesPage,
  WebhookDelivery,
  WebhookTest,
} from "./resources/webhook-delivery.ts";
import { SigningSecret, WebhookReceiver, WebhookSettings } from "./resources/webhook-settings.ts";

const publications: Publications = {
  ...sourceAssets,
  ...generations,
  ...listings,
  ...billing,
  ...apiKeys,
  ...webhooks,
};
/** Every operation with what partners read of it, in the order of the contract. */
export const publishedOperations = operations.map((operation) => {
  const { errors, ...published } = publications[operation.operationId];
  return { operation, ...published, errors };
});
export type Published = (typeof publishedOperations)[number];

/** The schemas that have a name in the document: those that parse requests and type responses. */
export const namedSchemas = {
  Workflow,
  CaptureType,
  Mode,
  StylePreset,
  Disclosure,
  RoomType,
  RoomTypes,
  Metadata,
  WebhookConfig,
  CreateUploadRequest: CreateUpload.body,
  CreateSourceAssetRequest: CreateSourceAsset.body,
  CreateGenerationRequest: CreateGeneration.body,
  RegenerateRequest: RegenerateGeneration.body,
  CancelRequest: CancelGeneration.body,
  CloseListingRequest: CloseListing.body,
  CreateKeyRequest: CreateKey.body,
  PutWebhookSettingsRequest: PutWebhookSettings.body,
  CreateSigningSecretRequest: CreateSigningSecret.body,
  TestWebhookRequest: TestWebhook.body,
  RedeliverWebhookRequest: RedeliverWebhook.body,
  Failure,
  Upload,
  SourceAssetIngestJob,
  SignedPicture,
  GenerationOutput,
  GenerationJob,
  GenerationsPage,
  ListedJob,
  ListingCounts,
  Listing,
  ListingWithJobs,
  ListingsPage,
  Capabilities,
  UsageSummary,
  BillingEvent,
  ListedStatement,
  StatementsPage,
  Statement,
  BillingEventsPage,
  ApiKey,
  IssuedApiKey,
  ApiKeys,
  WebhookReceiver,
  WebhookSettings,
  SigningSecret,
  WebhookTest,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveriesPage,
  Redelivery,
  Error: ErrorEnvelope,
};
export type SchemaName = keyof typeof namedSchemas;
