import * as v from "valibot";
import type { AdjustedCharge } from "../../domain/billing/tally.ts";
import { keys } from "../keys.ts";
import { readItem } from "../table.ts";

const Stored = v.object({ text: v.optional(v.nullable(v.string()), null) });
const Numbered = v.object({ number: v.string() });

/** The numbers of the closed statements that adjustments correct, by the start of their period: a read each. */
export async function findCorrected(
  organizationId: string,
  adjustments: readonly AdjustedCharge[],
): Promise<Map<string, string>> {
  const starts = new Set(adjustments.flatMap(({ period_start }) => period_start ?? []));
  const numbers = await Promise.all(
    Array.from(starts, async (start): Promise<[string, string][]> => {
      const text = (await readItem(Stored, keys.statement(organizationId, start)))?.text;
      return text ? [[start, v.parse(Numbered, JSON.parse(text)).number]] : [];
    }),
  );
  return new Map(numbers.flat());
}
