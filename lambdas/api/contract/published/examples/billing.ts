import * as v from "valibot";
import { ListedStatement } from "../../../../domain/billing/statement.ts";
import type { Statement } from "../../../../domain/billing/statement-schema.ts";
import { defaultLimits } from "../../../../domain/organization/limits.ts";
import type { BillingEventsPage } from "../resources/billing-event.ts";
import type { StatementsPage } from "../resources/listed-statement.ts";
import type { UsageSummary } from "../resources/usage-summary.ts";
import { succeededJob } from "./generations.ts";
import { source_asset_id } from "./source-assets.ts";

export const usageSummary: UsageSummary = {
  access: { enabled: true, status: "active", plan: "standard" },
  billing_period: { start_at: "2026-11-01T00:00:00.000Z", end_at: "2026-12-01T00:00:00.000Z" },
  plans: [
    {
      from: "2026-11-01T00:00:00.000Z",
      name: "standard",
      included_units: 100,
      unit_price_usd: 0.25,
      overage_allowed: true,
      base_fee_usd: 0,
      spend_cap_usd: null,
    },
  ],
  plans_recorded: true,
  usage: { included: 100, consumed: 112, overage: 12, remaining: 0, projected_overage_amount_usd: 3 },
  jobs: {
    total: 121,
    succeeded: 117,
    failed: 3,
    outputs_returned: 131,
    regenerate_count: 14,
    cache_hit_count: 5,
  },
  rate_limits: defaultLimits,
};

const { job_id, workflow, capture_type, mode, room_types, style_preset, reference } = succeededJob;

export const billingEventsPage: BillingEventsPage = {
  items: [
    {
      event_id: "use_5T9X2B7M4K1Q8V6N3C0Z2R4D8F",
      occurred_at: "2026-11-21T09:00:49.027Z",
      job_id,
      source_asset_id,
      workflow,
      capture_type,
      mode,
      room_types,
      style_preset,
      usage_type: "generation",
      config_fingerprint: "cfg_9b74c9897bac770ffc029102a200c5de5a1b0c2f1f0e6f2f0c1d7b6e4a3f2d10",
      billable: true,
      unit_price_usd: 0.25,
      amount_usd: 0.25,
      reference,
      adjustment: null,
    },
  ],
  next_cursor: "MjAyNi0xMS0yMVQwOTowMDo0OS4wMjdaI3VzZV81VDlY.q3Jx0m6wC1tLh2cT8nF4vA",
};

export const closedStatement: Statement = {
  number: "ST-2026-10-01-5T9X2B7M4K",
  state: "closed",
  closed_at: "2026-11-01T02:00:00.000Z",
  replaces: null,
  organization: { organization_id: "org_01JD6M3V9QK8T2X4Y6Z8A0B1C2", name: "Acme Homes" },
  billing_period: { start_at: "2026-10-01T00:00:00.000Z", end_at: "2026-11-01T00:00:00.000Z" },
  currency: "USD",
  plans: [
    {
      from: "2026-10-01T00:00:00.000Z",
      name: "standard",
      included_units: 100,
      unit_price_usd: 0.25,
      overage_allowed: true,
      base_fee_usd: 49,
      spend_cap_usd: 100,
    },
  ],
  plans_recorded: true,
  units: { included: 100, consumed: 112, overage: 12 },
  base_fee_usd: 49,
  charges: [{ unit_price_usd: 0.25, units: 12, amount_usd: 3 }],
  charges_usd: 3,
  charges_by_reference: {
    references: [{ reference, units: 12, amount_usd: 3 }],
    others: { units: 0, amount_usd: 0 },
  },
  charges_by_listing: {
    listings: [{ listing: "elm-street-5", units: 12, amount_usd: 3 }],
    others: { units: 0, amount_usd: 0 },
  },
  adjustments: [
    {
      event_id: "use_2B7M4K1Q8V6N3C0Z2R4D8F5T9X",
      occurred_at: "2026-10-28T15:04:05.000Z",
      job_id: succeededJob.job_id,
      amount_usd: -0.25,
      reference: "TICKET-42",
      reason: "The picture was blurred.",
      period_start: null,
      corrects: null,
    },
  ],
  adjustment_count: 1,
  adjustments_usd: -0.25,
  total_usd: 51.75,
  invoice: {
    issuer: {
      name: "Staging Services GmbH",
      address: "1 Example Street\n10115 Berlin",
      tax_id: "DE123456789",
    },
    customer: { name: "Acme Homes Inc.", address: "42 Sample Avenue\nSpringfield", tax_id: null },
    payment: "Example Bank\nIBAN DE89 3704 0044 0532 0130 00",
    due_on: "2026-12-01",
    net_usd: 51.75,
    tax_percent: 19,
    tax_usd: 9.83,
    gross_usd: 61.58,
    reverse_charge: false,
  },
  ledger: { events: 118, sha256: "9b74c9897bac770ffc029102a200c5de5a1b0c2f1f0e6f2f0c1d7b6e4a3f2d10" },
};

export const openStatement: Statement = {
  ...closedStatement,
  number: "ST-2026-11-01-K1Q8V6N3C0",
  state: "open",
  closed_at: null,
  billing_period: { start_at: "2026-11-01T00:00:00.000Z", end_at: "2026-12-01T00:00:00.000Z" },
  charges: [],
  charges_usd: 0,
  charges_by_reference: { references: [], others: { units: 0, amount_usd: 0 } },
  units: { included: 100, consumed: 40, overage: 0 },
  adjustments: [],
  adjustment_count: 0,
  adjustments_usd: 0,
  total_usd: 49,
  invoice: null,
};

export const statementsPage: StatementsPage = {
  items: [openStatement, closedStatement].map((statement) => v.parse(ListedStatement, statement)),
  next_cursor: null,
};
