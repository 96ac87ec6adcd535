import type { History } from "../world/history.ts";
import type { Item, Records } from "./records.ts";

type Json = ReturnType<JSON["parse"]>;
type Sent = { id: string; body: string; type: string; data: Json; url: string; isAnswered: boolean };

/**
 * A listing counts each of its jobs once, and its list has them. A closed one is announced once, delivered or buried, when all
 * of them have ended: the numbers that are sent are the last ones. One that is open is not announced.
 */
export function* checkListings(history: History, { items, jobs }: Records): Generator<string> {
  const sent = history.deliveries.map(
    ({ headers, body, url, isAnswered }): Sent => ({
      id: headers["webhook-id"] ?? "",
      body,
      url,
      isAnswered,
      ...(JSON.parse(body) as { type: string; data: Json }),
    }),
  );
  for (const { organizationId, hook } of history.partners) {
    const own = jobs.filter((job) => job.organization_id === organizationId && job.listing !== undefined);
    const stored = items.filter(({ pk }) => pk === `ORG#${organizationId}#LISTINGS`);
    for (const name of new Set(own.map(({ listing }) => listing)))
      if (!stored.some(({ listing }) => listing === name))
        yield `${organizationId} lacks the listing ${name}`;
    for (const listing of stored) {
      const ofListing = own.filter((job) => job.listing === listing.listing);
      yield* checkNumbers(listing, ofListing, items);
      const announced = sent.filter(
        ({ type, data, url }) =>
          type === "listing.completed" && url === hook && data.listing === listing.listing,
      );
      yield* checkAnnounced(listing, ofListing, announced);
      const isBuried = history.pipeline.deadLetters.some(
        (letter: Json) =>
          letter.type === "listing.completed" &&
          letter.organization_id === organizationId &&
          letter.listing === listing.listing,
      );
      const isDone = isBuried || announced.some(({ isAnswered }) => isAnswered);
      if (listing.closed_at && hook && !isDone)
        yield `${organizationId} closed ${listing.listing} and never learns that its jobs have ended`;
    }
  }
}

const countOf = (jobs: Item[], status: string) => jobs.filter((job) => job.status === status).length;

function* checkNumbers(listing: Item, jobs: Item[], items: Item[]): Generator<string> {
  const [counted, recounted] = [
    [listing.jobs, listing.succeeded ?? 0, listing.failed ?? 0],
    [jobs.length, countOf(jobs, "succeeded"), countOf(jobs, "failed")],
  ];
  if (String(counted) !== String(recounted))
    yield `${listing.pk} ${listing.listing} counts ${counted}, and ${recounted} by recount`;
  const listed = items.filter(({ pk }) => pk === `${listing.pk.slice(0, -1)}#${listing.listing}`);
  const entries = listed.map(({ sk }) => sk.split("#")[1]).sort();
  if (String(entries) !== String(jobs.map(({ job_id }) => job_id).sort()))
    yield `The list of ${listing.pk} ${listing.listing} holds ${entries}`;
}

function* checkAnnounced(listing: Item, jobs: Item[], announced: Sent[]): Generator<string> {
  const name = `${listing.pk} ${listing.listing}`;
  if (!listing.closed_at && announced.length > 0) yield `${name} is open and announced as complete`;
  if (new Set(announced.map(({ id, body }) => `${id} ${body}`)).size > 1)
    yield `${name} is announced by several messages`;
  const failed = countOf(jobs, "failed");
  const last = [jobs.length, 0, countOf(jobs, "succeeded"), failed, failed > 0];
  for (const { data } of announced) {
    const { total, in_progress, succeeded, failed: lost } = data.counts;
    const shown = [total, in_progress, succeeded, lost, data.partially_completed];
    if (String(shown) !== String(last)) yield `${name} is announced with ${shown}, and ends with ${last}`;
  }
}
