import type { CallOptions, Connection } from "./http.ts";
import type { ListBillingEventsQuery } from "./types.ts";

const path = "/api/v1/billing/events";
const heading = /^.*\r?\n/;

const read = async (response: Response) => ({
  rows: await response.text(),
  link: response.headers.get("link") ?? "",
});

/** The ledger's events that fit as CSV (RFC 4180), newest first: all pages, in one file with one heading. */
export async function eventsFile(
  { call }: Connection,
  query: ListBillingEventsQuery,
  given: CallOptions,
): Promise<Blob> {
  const terms = { ...given, method: "GET", accept: "text/csv" } as const;
  let page = (await call({ ...terms, path, query }, read)).body;
  const parts = [page.rows];
  // The address of the next page is relative to this one's (RFC 8288).
  for (let next = nextOf(page.link); next !== undefined; next = nextOf(page.link)) {
    page = (await call({ ...terms, path: `${path}${next}` }, read)).body;
    parts.push(page.rows.replace(heading, ""));
  }
  return new Blob(parts, { type: "text/csv" });
}

const nextOf = (link: string): string | undefined => /^<(\?[^>]+)>; rel="next"$/.exec(link)?.[1];
