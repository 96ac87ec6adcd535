import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { table } from "../../../lambdas/storage/table.ts";

type Json = ReturnType<JSON["parse"]>;
export type Item = { pk: string; sk: string } & Record<string, Json>;

/** What a history has left in the table, read item by item and without the service's own parsers. */
export type Records = {
  items: Item[];
  jobs: Item[];
  ledger: (Item & { organization_id: string })[];
  usage: (Item & { organization_id: string; period: string })[];
  inFlight: Map<string, number>;
};

export async function readRecords(TableName: string): Promise<Records> {
  const items: Item[] = [];
  for (
    let ExclusiveStartKey: Item | undefined, isFirst = true;
    isFirst || ExclusiveStartKey;
    isFirst = false
  ) {
    const page = await table.send(
      new ScanCommand({ TableName, ConsistentRead: true, ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey as Item | undefined;
  }
  const ownerOf = ({ pk }: Item): string => pk.split("#")[1] ?? "";
  return {
    items,
    jobs: items.filter(({ sk }) => sk === "JOB"),
    ledger: items
      .filter(({ pk }) => pk.endsWith("#LEDGER"))
      .map((item) => ({ ...item, organization_id: ownerOf(item) })),
    usage: items
      .filter(({ sk }) => sk.startsWith("USAGE#"))
      .map((item) => ({ ...item, organization_id: ownerOf(item), period: item.sk.slice("USAGE#".length) })),
    inFlight: new Map(
      items.filter(({ sk }) => sk === "INFLIGHT").map((item) => [ownerOf(item), item.jobs_in_flight]),
    ),
  };
}

/** The start of the month of a time, which is a billing period. */
export const monthOf = (time: string): string => `${time.slice(0, 7)}-01T00:00:00.000Z`;

export const isTerminal = ({ status }: Item): boolean => status === "succeeded" || status === "failed";
