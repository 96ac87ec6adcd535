import type { APIGatewayProxyEvent } from "aws-lambda";
import * as v from "valibot";
import { noListing, notFound } from "../../domain/errors.ts";
import { JobId, KeyId, MessageId, SourceId } from "../../domain/ids.ts";
import { ListingName } from "../../domain/listing/listing.ts";

/** The path's job id. One that does not fit the pattern cannot exist: 404, as for any unknown id. */
export function jobIdOf(event: APIGatewayProxyEvent): string {
  const id = v.safeParse(JobId, event.pathParameters?.job_id);
  if (!id.success) throw notFound("generation");
  return id.output;
}

/** The path's ingest id, likewise. */
export function ingestIdOf(event: APIGatewayProxyEvent): string {
  const id = v.safeParse(SourceId, event.pathParameters?.ingest_id);
  if (!id.success) throw notFound("source asset ingest job");
  return id.output;
}

/** The path's key id, likewise. */
export function keyIdOf(event: APIGatewayProxyEvent): string {
  const id = v.safeParse(KeyId, event.pathParameters?.key_id);
  if (!id.success) throw notFound("API key");
  return id.output;
}

/** The path's webhook-id, likewise. */
export function messageIdOf(event: APIGatewayProxyEvent): string {
  const id = v.safeParse(MessageId, event.pathParameters?.webhook_id);
  if (!id.success) throw notFound("webhook delivery");
  return id.output;
}

/** The path's listing, likewise. */
export function listingOf(event: APIGatewayProxyEvent): string {
  const name = v.safeParse(ListingName, event.pathParameters?.listing);
  if (!name.success) throw noListing();
  return name.output;
}
