import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { result } from "../support/admin.ts";
import { startApi } from "../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../support/billing/billed-partner.ts";
import { endJob } from "../support/billing/end-job.ts";
import type { BillingEvent } from "../support/partner.ts";

type Row = { time: string; what: string; numbers: string[] };
type Example = { title: string; plan: string; rows: Row[] };

const text = readFileSync(join(import.meta.dirname, "../../docs/billing.md"), "utf8");
const tables = /^Plan: (.+)\.\n\n\| Time.*\n\|.*\n((?:\|.*\n)+)/gm;

const examples: Example[] = Array.from(text.matchAll(tables), ({ 1: plan = "", 2: lines = "", index }) => ({
  title:
    text
      .slice(0, index)
      .match(/(?<=### ).*(?=\n)/g)
      ?.at(-1) ?? "",
  plan,
  rows: lines
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([time = "", what = "", ...numbers]) => ({ time, what, numbers })),
}));

function planOf(words: string) {
  const [, included, price, not, cap] =
    /(\d+) included units?, ([\d.]+) USD a unit, overage (not )?allowed(?:, spend cap ([\d.]+) USD)?/.exec(
      words,
    ) ?? [];
  return {
    name: "plan",
    included_units: Number(included),
    unit_price_micro_usd: Math.round(Number(price) * 1_000_000),
    overage_allowed: not === undefined,
    spend_cap_micro_usd: cap === undefined ? null : Math.round(Number(cap) * 1_000_000),
  };
}

const api = await startApi();
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(async () => {
  vi.useRealTimers();
  await api.stop();
});

test("every example of docs/billing.md is executed", () => {
  expect(examples.map(({ title }) => title)).toEqual([
    "Beyond the allowance",
    "Without overage",
    "Under a spend cap",
    "A plan that changes within a period",
    "An adjustment",
  ]);
});

describe.each(examples)("$title", ({ plan, rows }) => {
  test(plan, async () => {
    vi.setSystemTime(`${rows[0]?.time}Z`);
    const partner = await newBilledPartner(api, planOf(plan), 8);
    const jobs = new Map<string, string>();
    let known = 0;
    for (const { time, what, numbers } of rows) {
      vi.setSystemTime(`${time}Z`);
      for (const step of what.split("; ")) await happen(step, partner, jobs);
      const events = await partner.readEvents(200);
      const fresh = events.slice(0, events.length - known);
      known = events.length;
      const { usage } = await partner.summary();
      const cells = [
        fresh.map(({ usage_type }) => usage_type).join(),
        fresh.map(({ amount_usd }) => amount_usd).join(),
        ...[usage.consumed, usage.remaining, usage.projected_overage_amount_usd].map(String),
      ];
      expect(cells, `${time} ${what}`).toEqual(numbers);
    }
  });
});

test("month's end from the API alone: statement, events and summary agree, as the table says", async () => {
  const [first] = examples;
  if (!first) throw new Error("There is no example.");
  vi.setSystemTime(`${first.rows[0]?.time}Z`);
  const partner = await newBilledPartner(api, planOf(first.plan), 8);
  const jobs = new Map<string, string>();
  for (const { time, what } of first.rows) {
    vi.setSystemTime(`${time}Z`);
    for (const step of what.split("; ")) await happen(step, partner, jobs);
  }
  vi.setSystemTime("2026-04-01T02:00:00.000Z");
  const statement = await partner.sendOk("getStatement", { id: "2026-03-01" });
  const events: BillingEvent[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = {
      occurred_from: "2026-03-01T00:00:00Z",
      occurred_to: "2026-04-01T00:00:00Z",
      limit: "2",
      ...(cursor && { cursor }),
    };
    const { items, next_cursor } = await partner.sendOk("listBillingEvents", { query });
    events.push(...items);
    cursor = next_cursor;
  }
  const { usage } = await partner.sendOk("getUsageSummary", { query: { period: "2026-03-01" } });
  const sum = (amounts: number[]) => amounts.reduce((micro, usd) => micro + Math.round(usd * 1e6), 0) / 1e6;
  const found = [
    [statement.state],
    [statement.ledger.events, events.length],
    [statement.units.consumed, usage.consumed],
    [sum([statement.charges_usd, statement.adjustments_usd]), usage.projected_overage_amount_usd],
    [sum(events.map(({ amount_usd }) => amount_usd))],
    [statement.total_usd],
  ];
  const table = /\| What is compared.*\n\|.*\n((?:\|.*\n)+)/.exec(text)?.[1] ?? "";
  const values = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").at(-2)?.trim());
  expect(found.map((same) => [...new Set(same.map(String))])).toEqual(values.map((value) => [value]));
  const lines = events
    .toReversed()
    .map(
      ({ event_id, occurred_at, job_id, usage_type, amount_usd }) =>
        `${[event_id, occurred_at, job_id, usage_type, amount_usd].join()}\n`,
    );
  expect(createHash("sha256").update(lines.join("")).digest("hex")).toBe(statement.ledger.sha256);
});

const pictureOf = (name: string) => name.charCodeAt(0) - "A".charCodeAt(0);

async function happen(what: string, partner: BilledPartner, jobs: Map<string, string>): Promise<void> {
  const { organizationId } = partner;
  const job = (name = "") => jobs.get(name) ?? `no job ${name}`;
  const rules: [RegExp, (...words: string[]) => Promise<unknown>][] = [
    [
      /^([A-Z ,and]+) (?:is|are) created$/,
      (names = "") => Promise.all((names.match(/[A-Z]/g) ?? []).map((name) => create(name, pictureOf(name)))),
    ],
    [/^([A-Z]) is created like ([A-Z])$/, (name = "", like = "") => create(name, pictureOf(like))],
    [
      /^([A-Z]) is refused$/,
      async (name = "") => {
        const { status, body } = await partner.create(pictureOf(name), {}, name);
        expect([status, body.error.code]).toEqual([403, "entitlement_required"]);
      },
    ],
    [
      /^([A-Z]) is regenerated from ([A-Z])$/,
      async (name = "", parent = "") => {
        jobs.set(name, (await partner.regenerate(job(parent), name)).body.job_id);
      },
    ],
    [/^([A-Z]) succeeds$/, (name) => endJob(api, organizationId, job(name), "succeeds")],
    [/^([A-Z]) fails$/, (name) => endJob(api, organizationId, job(name), "fails")],
    [
      /^the operator adjusts ([A-Z]) by (.+)$/,
      (name, amount = "") =>
        result(
          "ledger",
          "adjust",
          "--org",
          organizationId,
          "--job",
          job(name),
          "--amount",
          amount,
          "--reference",
          amount,
        ),
    ],
    [
      /^the plan is now (.+)$/,
      (words = "") => {
        const { included_units, unit_price_micro_usd } = planOf(words);
        const price = String(unit_price_micro_usd / 1_000_000);
        return result(
          "plan",
          "set",
          organizationId,
          "--included-units",
          String(included_units),
          "--unit-price",
          price,
        );
      },
    ],
    [
      /^a period starts$/,
      async () => {
        expect((await partner.summary()).billing_period.start_at).toBe(new Date().toISOString());
      },
    ],
  ];
  async function create(name: string, picture: number) {
    const { status, body } = await partner.create(picture, {}, `${name} ${Date.now()}`);
    expect(status, name).toBe(200);
    jobs.set(name, body.job_id);
  }
  for (const [pattern, act] of rules) {
    const words = pattern.exec(what);
    if (words) return void (await act(...words.slice(1)));
  }
  throw new Error(`No rule carries this out: ${what}`);
}
