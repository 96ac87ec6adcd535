import { json } from "../aws/answers.ts";
import { ask } from "../aws/table.ts";
import type { WireAnswer } from "../simulation/activity.ts";

type Item = Record<string, { S?: string }>;
type Entry = { pk: string; sk: string; gsi1pk: string; gsi1sk: string };

/** Keeps the sweeper's index as it was when the sweeper was last due. */
export function watchIndex(tableName: string) {
  let snapshot: Entry[] = [];
  let isStale = true;

  async function readIndex(): Promise<Entry[]> {
    const { Items } = await ask("Scan", { TableName: tableName, IndexName: "open-work" });
    return Items.map((item: Item) => ({
      pk: item.pk?.S ?? "",
      sk: item.sk?.S ?? "",
      gsi1pk: item.gsi1pk?.S ?? "",
      gsi1sk: item.gsi1sk?.S ?? "",
    }));
  }

  return {
    /** Notes that the table has changed. */
    hasChanged: (): void => {
      isStale = true;
    },
    /**
     * When the sweeper has something to do next, in milliseconds, null if never; and whether that is more than to close the
     * billing periods to come. Keeps the index for stale reads.
     */
    nextSweep: async () => {
      if (isStale) snapshot = await readIndex();
      isStale = false;
      const times = snapshot.map(({ gsi1sk }) => Date.parse(gsi1sk.split("#")[0] ?? ""));
      const isWorkLeft = snapshot.some(({ pk }) => pk !== "ORGS");
      return { due: times.length > 0 ? Math.min(...times) : null, isWorkLeft };
    },
    /** A query of the index, answered as the index was when the sweeper was last due. */
    asBefore: ({ ExpressionAttributeValues: values }: ReturnType<JSON["parse"]>): WireAnswer => {
      const found = snapshot
        .filter(({ gsi1pk, gsi1sk }) => gsi1pk === values[":shard"].S && gsi1sk <= values[":now"].S)
        .sort((a, b) => (a.gsi1sk < b.gsi1sk ? -1 : 1));
      const Items = found.map((entry) =>
        Object.fromEntries(Object.entries(entry).map(([name, S]) => [name, { S }])),
      );
      return json({ Items, Count: Items.length, ScannedCount: Items.length });
    },
  };
}
