import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { Generation } from "../../domain/generation/generation.ts";
import { oneMinuteAfter } from "../../domain/generation/sweeping.ts";
import { Listing } from "../../domain/listing/listing.ts";
import { keys, openIndex } from "../keys.ts";
import { readItem, table, tableName, unlessRefused, type Write } from "../table.ts";

/** The listing of that name, or null if no job has named it. */
export const findListing = (organizationId: string, listing: string): Promise<Listing | null> =>
  readItem(Listing, keys.listing(organizationId, listing));

type Named = Pick<Generation, "organization_id" | "job_id" | "created_at"> & { listing: string };

const update = (
  job: Named,
  { set, condition, values }: { set: string; condition?: string; values: object },
): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.listing(job.organization_id, job.listing),
    UpdateExpression: `SET organization_id = :organization, listing = :listing, first_job = if_not_exists(first_job, :job), ${set}`,
    ...(condition !== undefined && { ConditionExpression: condition }),
    ExpressionAttributeValues: {
      ":organization": job.organization_id,
      ":listing": job.listing,
      ":job": { job_id: job.job_id, created_at: job.created_at },
      ":one": 1,
      ...values,
    },
  },
});

/**
 * The write that counts a new job in its listing, and makes the listing if it is the first; refused if the listing is closed.
 * It goes only into transactions that also change the organization's number of jobs in flight: one item of a listing is never
 * written more often than that one.
 */
export const countCreated = (job: Named): Write =>
  update(job, {
    set: "last_job = :job, jobs = if_not_exists(jobs, :none) + :one",
    condition: "attribute_not_exists(closed_at)",
    values: { ":none": 0 },
  });

/**
 * The write that counts the end of a job in its listing, a closed one too. If the listing's item was lost, it begins again
 * with this job.
 */
export const countEnded = (job: Named, as: "succeeded" | "failed", endedAt: string): Write =>
  update(job, {
    set: `last_job = if_not_exists(last_job, :job), jobs = if_not_exists(jobs, :one), ${as} = if_not_exists(${as}, :none) + :one, last_ended_at = :ended`,
    values: { ":none": 0, ":ended": endedAt },
  });

/** The writes of a job that names a listing, else none. */
export const ofListing = (job: Generation, write: (named: Named) => Write): Write[] =>
  job.listing === null ? [] : [write({ ...job, listing: job.listing })];

/**
 * Closes a listing for good and puts it on the sweeper's list until its completion is announced. Returns it as it is then, also
 * if it was closed before; null if there is none. Once this has returned, no create or regenerate adds to it.
 */
export async function closeListing(
  organizationId: string,
  listing: string,
  now: Date,
): Promise<Listing | null> {
  const sweep = openIndex.attributes(listing, oneMinuteAfter(now));
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.listing(organizationId, listing),
        UpdateExpression: "SET closed_at = :now, gsi1pk = :shard, gsi1sk = :due",
        ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(closed_at)",
        ExpressionAttributeValues: {
          ":now": now.toISOString(),
          ":shard": sweep.gsi1pk,
          ":due": sweep.gsi1sk,
        },
      }),
    ),
  );
  const found = await findListing(organizationId, listing);
  // Its first job came between the refusal and the reading.
  return found?.closed_at === null ? closeListing(organizationId, listing, now) : found;
}

/** Notes that a listing's completion is announced: it leaves the sweeper's list. */
export async function noteListingAnnounced({ organization_id, listing }: Listing): Promise<void> {
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.listing(organization_id, listing),
        UpdateExpression: "REMOVE gsi1pk, gsi1sk",
        ConditionExpression: "attribute_exists(gsi1pk)",
      }),
    ),
  );
}

/** Listings and the name that the next page follows, or null on the last page. */
type ListingsPage = { listings: Listing[]; last: string | null };

/** One page of an organization's listings in the order of their names, after a name (exclusive). */
export async function listListings(
  organizationId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListingsPage> {
  const { pk } = keys.listing(organizationId, "");
  const { Items } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      Limit: limit + 1,
      ConsistentRead: true,
      ...(after !== null && { ExclusiveStartKey: keys.listing(organizationId, after) }),
    }),
  );
  const found = v.parse(v.array(Listing), Items ?? []);
  const listings = found.slice(0, limit);
  return { listings, last: found.length > limit ? (listings.at(-1)?.listing ?? null) : null };
}
