import type { Command } from "commander";
import * as v from "valibot";
import { usd } from "../../../lambdas/domain/billing/ledger.ts";
import { findMiscounts, recountInFlight } from "../../../lambdas/storage/generation/in-flight.ts";
import { listAuditRecords } from "../../../lambdas/storage/organization/audit.ts";
import { listOrganizations } from "../../../lambdas/storage/organization/organizations.ts";
import {
  type Compared,
  compareWith,
  copyMissing,
  type StoredItem,
} from "../../../lambdas/storage/restoring.ts";
import { action } from "../command.ts";
import { InputError } from "../inputs.ts";
import { tabular } from "../terminal.ts";
import { findDifferences } from "./ledger-check.ts";

const Input = v.object({ table: v.string() });
const CopyInput = v.object({ ...Input.entries, org: v.optional(v.string()) });

type Counts = Record<Compared["here"], number>;

/** Counts of past minutes say nothing about now; jobs in flight are counted again. */
const transient = new Set(["RATE", "INFLIGHT"]);

const check = action(Input, async ({ table }, terminal) => {
  const counts = new Map<string, Counts>();
  for await (const { kind, here } of comparedWith(table)) {
    const ofKind = counts.get(kind) ?? { same: 0, different: 0, missing: 0 };
    counts.set(kind, { ...ofKind, [here]: ofKind[here] + 1 });
  }
  const rows = [...counts].sort().map(([kind, ofKind]) => ({ kind, ...ofKind }));
  const organizations = await listOrganizations();
  const ledger = (await Promise.all(organizations.map(findDifferences))).flat();
  const shownLedger = ledger.map(({ in_ledger_micro_usd, in_usage_micro_usd, ...one }) => ({
    ...one,
    in_ledger_usd: usd(in_ledger_micro_usd),
    in_usage_usd: usd(in_usage_micro_usd),
  }));
  terminal.show(
    { items: rows, ledger_differs: shownLedger },
    `Items of ${table}, and how this table has them:\n${tabular(rows)}\n\n` +
      `Billing periods in which ledger and usage differ:\n${tabular(shownLedger)}`,
  );
});

const copy = action(CopyInput, async ({ table, org }, terminal) => {
  const erased = await erasedOrganizations();
  const isWanted = ({ item, here }: Compared) =>
    here === "missing" &&
    !erased.some((one) => belongsTo(item, one)) &&
    (org === undefined || belongsTo(item, org));
  let missing = 0;
  for await (const compared of comparedWith(table)) if (isWanted(compared)) missing++;
  const miscounts = await findMiscounts(org ?? null);
  if (missing + miscounts.length === 0)
    throw new InputError(`This table has every item of ${table}: there is nothing to copy.`);
  const corrections = miscounts.map(
    ({ organizationId, counted, open }) =>
      `count ${open} as the number of jobs of ${organizationId} in flight, as many as are open here, instead of ${counted?.jobs_in_flight ?? 0}`,
  );
  const change = `copy from ${table} the items that are missing here, ${missing} in all; no item here changes`;
  if (!(await terminal.confirm(org ?? null, [...corrections, change]))) return;
  if (!(await recountInFlight(org ?? null)))
    throw new InputError("Jobs begin and end while they are counted: stop the writes, and copy again.");
  let copied = 0;
  for await (const compared of comparedWith(table))
    if (isWanted(compared) && (await copyMissing(compared.item))) copied++;
  terminal.show({ copied }, `Copied items: ${copied}. Run restore check again.`);
});

async function* comparedWith(table: string): AsyncGenerator<Compared> {
  if (table === process.env.TABLE_NAME)
    throw new InputError(`${table} is the table of the service itself: name the restored one.`);
  const now = Date.now() / 1000;
  for await (const compared of compareWith(table)) {
    const { expires_at } = compared.item;
    const isExpired = typeof expires_at === "number" && expires_at <= now;
    if (!transient.has(compared.kind) && !isExpired) yield compared;
  }
}

/** Organizations that an operator erased: a copy must not bring them back. */
async function erasedOrganizations(): Promise<string[]> {
  const records = await Array.fromAsync(listAuditRecords(new Date(0), null));
  return records.flatMap(({ command, outcome, organization_id }) =>
    command === "org erase" && outcome !== "failed" && organization_id !== null ? [organization_id] : [],
  );
}

const belongsTo = ({ pk, sk, organization_id }: StoredItem, organizationId: string): boolean =>
  organization_id === organizationId || sk === organizationId || pk.split("#")[1] === organizationId;

export function restoreCommands(program: Command): void {
  const restore = program
    .command("restore")
    .description("after a restore of the table: compare it with the service's own, and copy what is missing");
  const table = ["<table>", "the name of the restored table"] as const;
  restore
    .command("check")
    .description(
      "count by kind which items of the restored table are here, and compare every ledger with its usage. Reads both tables",
    )
    .argument(...table)
    .action(check);
  restore
    .command("copy")
    .description(
      "count the jobs in flight, and copy the items of the restored table that are missing here. Items that are here stay " +
        "as they are, and erased organizations stay erased",
    )
    .argument(...table)
    .option("--org <organization>", "only items of this organization")
    .action(copy);
}
