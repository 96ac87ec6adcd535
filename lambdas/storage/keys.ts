import { sha256Hex } from "../domain/ids.ts";

export type Key = { pk: string; sk: string };

const inOrganization = (organizationId: string) => `ORG#${organizationId}`;

/**
 * Every item of the table, by the question it answers. The organization is inside each tenant's partition key,
 * so a read across tenants cannot be written.
 */
export const keys = {
  /** Who calls? */
  apiKey: (publicKeyId: string): Key => ({ pk: `KEY#${publicKeyId}`, sk: "KEY" }),
  /** Which keys has the organization? */
  keyOfOrganization: (organizationId: string, publicKeyId: string): Key => ({
    pk: inOrganization(organizationId),
    sk: `KEY#${publicKeyId}`,
  }),
  /** How many keys has the organization issued? A number by which two issues at once notice each other. */
  issuedKeys: (organizationId: string): Key => ({ pk: inOrganization(organizationId), sk: "KEYS" }),
  /** Access, plan, limits, default webhook URL? */
  organization: (organizationId: string): Key => ({ pk: inOrganization(organizationId), sk: "PROFILE" }),
  /** Which organizations are there, and when does the next billing period of each close? No request reads it. */
  listedOrganization: (organizationId: string): Key => ({ pk: "ORGS", sk: organizationId }),
  /** How many jobs are in flight? A number, so that a job costs the same however many there are. */
  inFlight: (organizationId: string): Key => ({ pk: inOrganization(organizationId), sk: "INFLIGHT" }),
  /** How much was used in the billing period? */
  usage: (organizationId: string, periodStart: string): Key => ({
    pk: inOrganization(organizationId),
    sk: `USAGE#${periodStart}`,
  }),
  /** With which statement did the billing period close, and which ones were taken back? */
  statement: (organizationId: string, periodStart: string): Key => ({
    pk: inOrganization(organizationId),
    sk: `STATEMENT#${periodStart}`,
  }),
  /** What did a statement say that was taken back? */
  voidedStatement: (organizationId: string, number: string): Key => ({
    pk: inOrganization(organizationId),
    sk: `VOIDED#${number}`,
  }),
  /** How far has the ledger of a long period been added up? Superseded by its statement. */
  ledgerProgress: (organizationId: string, periodStart: string): Key => ({
    pk: inOrganization(organizationId),
    sk: `CLOSING#${periodStart}`,
  }),
  /** Which secrets sign webhooks? Only the roles that need it may read this prefix. */
  signingSecrets: (organizationId: string): Key => ({ pk: `SIGNING#${organizationId}`, sk: "SECRETS" }),
  /** How many requests were made in this minute? */
  rateWindow: (subject: string, minute: string): Key => ({ pk: `RATE#${subject}#${minute}`, sk: "WINDOW" }),
  /**
   * When was this key last used? It stands with the rate windows, because every route writes there: with access to `KEY#`
   * a route could give a key to another organization.
   */
  keyUse: (organizationId: string, publicKeyId: string): Key => ({
    pk: `RATE#${organizationId}#KEY#${publicKeyId}`,
    sk: "LAST_USE",
  }),
  /** What did operators change, and callers by the API? Sorts by time. Functions may add to it, and read nothing. */
  audit: (at: string, id: string): Key => ({ pk: "AUDIT", sk: `${at}#${id}` }),
  /** Was this request accepted before? */
  idempotency: (organizationId: string, route: string, idempotencyKey: string): Key => ({
    pk: `${inOrganization(organizationId)}#IDEM#${sha256Hex(JSON.stringify([route, idempotencyKey]))}`,
    sk: "RECORD",
  }),
  /** What may be put, and was it used? */
  upload: (organizationId: string, uploadId: string): Key => ({
    pk: `${inOrganization(organizationId)}#UPLOAD#${uploadId}`,
    sk: "UPLOAD",
  }),
  ingest: (organizationId: string, ingestId: string): Key => ({
    pk: `${inOrganization(organizationId)}#INGEST#${ingestId}`,
    sk: "INGEST",
  }),
  asset: (organizationId: string, assetId: string): Key => ({
    pk: `${inOrganization(organizationId)}#ASSET#${assetId}`,
    sk: "ASSET",
  }),
  generation: (organizationId: string, jobId: string): Key => ({
    pk: `${inOrganization(organizationId)}#JOB#${jobId}`,
    sk: "JOB",
  }),
  /** Which jobs has the organization? Sorts by time, then job. Written with the job and never changed. */
  listedJob: (organizationId: string, createdAt: string, jobId: string): Key => ({
    pk: `${inOrganization(organizationId)}#JOBS`,
    sk: `${createdAt}#${jobId}`,
  }),
  /** Which jobs has the organization under this reference? Likewise. */
  referencedJob: (organizationId: string, reference: string, createdAt: string, jobId: string): Key => ({
    pk: `${inOrganization(organizationId)}#REFERENCE#${sha256Hex(reference)}`,
    sk: `${createdAt}#${jobId}`,
  }),
  /** Which jobs has the listing? Likewise. */
  jobOfListing: (organizationId: string, listing: string, createdAt: string, jobId: string): Key => ({
    pk: `${inOrganization(organizationId)}#LISTING#${listing}`,
    sk: `${createdAt}#${jobId}`,
  }),
  /** How many jobs has the listing, and is it closed? Sorts by name, after a word that no other item has. */
  listing: (organizationId: string, listing: string): Key => ({
    pk: `${inOrganization(organizationId)}#LISTINGS`,
    sk: `LISTING#${listing}`,
  }),
  /** Which task waits for this inference? */
  inference: (organizationId: string, jobId: string, attempt: string): Key => ({
    pk: `${inOrganization(organizationId)}#JOB#${jobId}`,
    sk: `INFERENCE#${attempt}`,
  }),
  /** What was tried to deliver this message? */
  delivery: (organizationId: string, occurredAt: string, messageId: string, attempt: number): Key => ({
    pk: `${inOrganization(organizationId)}#DELIVERIES`,
    sk: `${occurredAt}#${messageId}#${String(attempt).padStart(4, "0")}`,
  }),
  /**
   * Where the attempts of a message start; without a message, the attempts of all events from then on. By event, then attempt.
   */
  deliveries: (organizationId: string, occurredAt: string, messageId = ""): Key => ({
    pk: `${inOrganization(organizationId)}#DELIVERIES`,
    sk: `${occurredAt}#${messageId}`,
  }),
  /** What is this message sent again by? */
  sentMessage: (organizationId: string, messageId: string): Key => ({
    pk: `${inOrganization(organizationId)}#MESSAGE#${messageId}`,
    sk: "MESSAGE",
  }),
  /** How has this webhook URL answered lately; is it disabled? */
  receiver: (organizationId: string, url: string): Key => ({
    pk: inOrganization(organizationId),
    sk: `ENDPOINT#${sha256Hex(url)}`,
  }),
  /** Was this configuration approved before, from this model? */
  approved: (organizationId: string, fingerprint: string, modelVersion: string): Key => ({
    pk: `${inOrganization(organizationId)}#APPROVED#${fingerprint}#${modelVersion}`,
    sk: "OUTPUTS",
  }),
  /** What does the public page of this id show? Its id is the only thing that a visitor knows. */
  disclosure: (disclosureId: string): Key => ({ pk: `DISCLOSURE#${disclosureId}`, sk: "PAGE" }),
  /** What did the operator correct of this job's charge? */
  adjustment: (organizationId: string, jobId: string, eventId: string): Key => ({
    pk: `${inOrganization(organizationId)}#JOB#${jobId}`,
    sk: `ADJUSTMENT#${eventId}`,
  }),
  /** What was charged? Sorts by time, then event. */
  ledger: (organizationId: string, occurredAt: string, eventId: string): Key => ({
    pk: `${inOrganization(organizationId)}#LEDGER`,
    sk: `${occurredAt}#${eventId}`,
  }),
};

const openShards = 4;

/**
 * The sweeper's sparse index: an item is in it while it has work left, sorted by when its next sweep is due. The list of
 * organizations is in it too, apart from jobs, sorted by when a billing period is to be closed.
 */
export const openIndex = {
  name: "open-work",
  shards: Array.from({ length: openShards }, (_, shard) => `OPEN#${shard}`),
  closings: "OPEN#CLOSINGS",
  /** Of an organization: the period that ends at `periodEnd` is to be closed at `at`. */
  closing: (periodEnd: Date, at: Date) => ({
    gsi1pk: "OPEN#CLOSINGS",
    gsi1sk: `${at.toISOString()}#${periodEnd.toISOString()}`,
  }),
  attributes: (id: string, sweepAt: Date) => ({
    gsi1pk: `OPEN#${Number.parseInt(sha256Hex(id).slice(0, 4), 16) % openShards}`,
    gsi1sk: `${sweepAt.toISOString()}#${id}`,
  }),
};
