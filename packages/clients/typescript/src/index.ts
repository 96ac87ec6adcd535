import { eventsFile } from "./events-file.ts";
import { generationsOf } from "./generations.ts";
import { type CallOptions, type ClientOptions, connect } from "./http.ts";
import { keysOf } from "./keys.ts";
import { listingsOf } from "./listings.ts";
import { eachItem } from "./pages.ts";
import { type PictureFile, uploadsOf } from "./picture.ts";
import { sourceAssetsOf } from "./source-assets.ts";
import type {
  BillingEvent,
  BillingEventsPage,
  Capabilities,
  CreateUploadRequest,
  GenerationJob,
  GenerationOutput,
  GetUsageSummaryQuery,
  ListBillingEventsQuery,
  ListedStatement,
  ListStatementsQuery,
  Statement,
  StatementsPage,
  Upload,
  UsageSummary,
} from "./types.ts";
import { webhooksOf } from "./webhook-operations.ts";
import { verify } from "./webhooks.ts";

export type { BatchOptions, BatchOutcome } from "./batch.ts";
export * from "./errors.ts";
export { unchecked } from "./generations.ts";
export type { CallOptions, ClientOptions } from "./http.ts";
export type { CreateGeneration, NewPicture, Picture, PictureFile } from "./picture.ts";
export type * from "./types.ts";
export * from "./vocabulary.ts";
export type { Waitable, WaitOptions } from "./wait.ts";
export { type VerifyOptions, WebhookError, type WebhookEvent } from "./webhooks.ts";

/** Verifies what the service sends to your receiver. */
export const webhooks = { verify };

/** The API of the service, for one organization. The key belongs on a server: never use it in a browser. */
export function imageStaging(options: ClientOptions) {
  const connection = connect(options);
  const read = async <Body>(path: string, query: object, given: CallOptions) =>
    (await connection.json<Body>({ ...given, method: "GET", path, query: { ...query } })).body;
  const uploads = uploadsOf(connection);

  /** One page of the ledger, newest first. */
  const eventsPage = (query: ListBillingEventsQuery = {}, given: CallOptions = {}) =>
    read<BillingEventsPage>("/api/v1/billing/events", query, given);

  /** One page of the statements, newest first. */
  const statementsPage = (query: ListStatementsQuery = {}, given: CallOptions = {}) =>
    read<StatementsPage>("/api/v1/billing/statements", query, given);

  return {
    generations: generationsOf(connection),
    listings: listingsOf(connection),
    sourceAssets: sourceAssetsOf(connection),
    uploads: {
      /** Makes room for a picture of up to 50 MiB. `create` of generations and source assets does it if it is needed. */
      create: async (request: CreateUploadRequest, given: CallOptions = {}): Promise<Upload> =>
        (await uploads.create(request, given)).body,
      /** Puts the picture of an upload. */
      put: (upload: Upload, file: PictureFile, given: CallOptions = {}) => uploads.put(upload, file, given),
    },
    usage: {
      /** Access, usage, job counts and limits of a billing period. */
      summary: (query: GetUsageSummaryQuery = {}, given: CallOptions = {}) =>
        read<UsageSummary>("/api/v1/usage/summary", query, given),
    },
    billing: {
      eventsPage,
      /** Every event of the ledger that fits, newest first. */
      events: (
        query: ListBillingEventsQuery = {},
        given: CallOptions = {},
      ): AsyncGenerator<BillingEvent, void, undefined> =>
        eachItem((page: ListBillingEventsQuery) => eventsPage(page, given), query),
      /** The same as CSV, all pages in one file, with tax. */
      eventsFile: (query: ListBillingEventsQuery = {}, given: CallOptions = {}): Promise<Blob> =>
        eventsFile(connection, query, given),
      statementsPage,
      /** What each billing period costs, newest first. */
      statements: (
        query: ListStatementsQuery = {},
        given: CallOptions = {},
      ): AsyncGenerator<ListedStatement, void, undefined> =>
        eachItem((page: ListStatementsQuery) => statementsPage(page, given), query),
      /** The statement of the billing period that begins on this day, such as 2026-03-01. */
      statement: (periodStart: string, given: CallOptions = {}) =>
        read<Statement>(`/api/v1/billing/statements/${encodeURIComponent(periodStart)}`, {}, given),
      /** The same as a file to keep. */
      statementFile: async (
        periodStart: string,
        accept: "application/pdf" | "text/csv",
        given: CallOptions = {},
      ): Promise<Blob> => {
        const path = `/api/v1/billing/statements/${encodeURIComponent(periodStart)}`;
        const call = { ...given, method: "GET", path, accept } as const;
        return (await connection.call(call, (response) => response.blob())).body;
      },
    },
    keys: keysOf(connection),
    webhooks: webhooksOf(connection),
    /** What can be made: what goes together in a request, what the model declines, sizes and limits. */
    capabilities: (given: CallOptions = {}) => read<Capabilities>("/api/v1/capabilities", {}, given),
    /** The picture of an output by its signed URL; of a job, of its primary output. Throws a RangeError if it has none. */
    download: async (of: Pick<GenerationOutput, "image_url"> | GenerationJob, given: CallOptions = {}) => {
      const [output] = "outputs" in of ? of.outputs : [of];
      if (!output) throw new RangeError("The job has no output.");
      const call = { ...given, method: "GET", path: output.image_url } as const;
      return (await connection.call(call, (response) => response.blob())).body;
    },
  };
}
export type ImageStaging = ReturnType<typeof imageStaging>;
