import { parseArgs } from "node:util";
import { copyOf, endOfSecond, filledTable, tableAt } from "./tables.ts";

/**
 * `npm run test:long -- drill [--items 20000]`: fills a table, damages a tenth of its items, destroys it, gives the service the name of
 * the restored one, and compares what both add up to. First with 500 items, restored to the second before the damage from what
 * the engine kept of each change; then with so many from a copy, since keeping each change of many is slow. Exits with 1 if the
 * sums differ.
 */
const { values } = parseArgs({ options: { items: { type: "string", default: "20000" } } });

async function timed<T>(what: string, items: number, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  const seconds = (performance.now() - from) / 1000;
  console.log(`  ${what}: ${seconds.toFixed(1)} s, ${Math.round(items / seconds)} items a second`);
  return result;
}

async function drill(items: number, toSecond: boolean): Promise<boolean> {
  console.log(`${items} items, restored ${toSecond ? "to the second before the damage" : "from a copy"}`);
  const lost = await timed("written", items, () => filledTable(items, toSecond));
  const before = await timed("sums", items, () => lost.sums());
  const copy = toSecond ? null : await timed("copied, as a restore does", items, () => copyOf(lost));
  const good = await endOfSecond();
  await lost.damage(items / 10);
  const damaged = await lost.sums();
  if (damaged.digest === before.digest) throw new Error("The damage does not show.");
  const restored = copy ?? (await timed("restored", items, () => tableAt(lost, good)));
  await lost.destroy();
  const after = await timed("names swapped, sums compared", items, () => restored.takeOver(lost));
  await restored.destroy();
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  for (const [when, sums] of Object.entries({ before, damaged, after }))
    console.log(`  ${when.padEnd(8)}${JSON.stringify(sums)}`);
  console.log(isSame ? "  the same" : "  they differ");
  return isSame;
}

const areSame = [await drill(500, true), await drill(Number(values.items), false)];
process.exit(areSame.every(Boolean) ? 0 : 1);
