import type { Statement } from "../../lambdas/domain/billing/statement-schema.ts";

/** A statement as a page to file or print: one file that needs nothing else, without scripts. */
export function statementPage(statement: Statement): string {
  const { number, state, organization, billing_period: period, ledger } = statement;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`Statement ${number}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="service">Image Staging Generation API</p>
<h1>Statement${state === "open" ? " <span>open: not final</span>" : ""}</h1>
</header>
<dl>
${detail("Number", number)}
${detail("Organization", organization.name)}
${detail("Organization id", organization.organization_id)}
${detail("Billing period", `${day(period.start_at)} to ${lastDay(period.end_at)} (UTC)`)}
${detail("Status", statement.closed_at === null ? "Open" : `Closed ${moment(statement.closed_at)}`)}
${detail("Currency", statement.currency)}
</dl>
${plansTable(statement)}
${sumsTable(statement)}
${adjustmentsTable(statement)}
<footer>
<p>${ledger.events === null ? "The ledger is too long to be counted here." : `The ledger of the period has ${count(ledger.events)} billing events. SHA-256:`}</p>
${ledger.sha256 === null ? "" : `<p class="hash">${text(ledger.sha256)}</p>`}
<p>Amounts are exact to the millionth of a dollar and do not include tax.</p>
</footer>
</main>
</body>
</html>
`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string): string => value.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "");

const detail = (name: string, value: string) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`;

const count = (value: number): string => value.toLocaleString("en-US");
/** At least cents, at most micro-dollars. */
const money = (usd: number): string =>
  usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 }).replace("-", "−");
const day = (time: string): string =>
  new Date(time).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
const lastDay = (end: string): string => day(new Date(Date.parse(end) - 1).toISOString());
const moment = (time: string): string => `${day(time)}, ${time.slice(11, 16)} UTC`;

function plansTable({ plans, plans_recorded }: Statement): string {
  const rows = plans.map(
    (plan) =>
      `<tr><th scope="row">${text(plan.name ?? "no plan")}</th><td>${moment(plan.from)}</td>` +
      `<td class="n">${count(plan.included_units)}</td><td class="n">${money(plan.unit_price_usd)}</td>` +
      `<td class="n">${money(plan.base_fee_usd)}</td></tr>`,
  );
  const note = plans_recorded
    ? ""
    : "<p>The period is older than the record of its plan: this is the plan that was in force when the statement was drawn up.</p>";
  return `<table>
<caption>Plan</caption>
<thead><tr><th scope="col">Plan</th><th scope="col">From</th><th scope="col" class="n">Included units</th><th scope="col" class="n">Price of a further unit</th><th scope="col" class="n">Base fee</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table>${note}`;
}

function sumsTable(statement: Statement): string {
  const { units, charges } = statement;
  const priced = charges?.reduce((sum, charge) => sum + charge.units, 0) ?? null;
  const row = (name: string, quantity: string, price: string, amount: number, kind = "") =>
    `<tr${kind}><th scope="row">${name}</th><td class="n">${quantity}</td><td class="n">${price}</td><td class="n">${money(amount)}</td></tr>`;
  const rows = [
    row("Base fee", "", "", statement.base_fee_usd),
    ...(priced === null
      ? [row("Units", count(units.consumed), "", statement.charges_usd)]
      : [row("Units without charge", count(units.consumed - priced), money(0), 0)]),
    ...(charges ?? []).map((charge) =>
      row("Charged units", count(charge.units), money(charge.unit_price_usd), charge.amount_usd),
    ),
    row("Adjustments", "", "", statement.adjustments_usd),
    row("Total", "", "", statement.total_usd, ' class="total"'),
  ];
  return `<table>
<caption>Amounts in US dollars</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="n">Units</th><th scope="col" class="n">Unit price</th><th scope="col" class="n">Amount</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table>
<p>${count(units.consumed)} units were used of ${count(units.included)} included; ${count(units.overage)} were beyond them.</p>`;
}

function adjustmentsTable({ adjustments, adjustment_count }: Statement): string {
  if (!adjustments || adjustments.length === 0) return "";
  const rows = adjustments.map(
    ({ occurred_at, job_id, reference, reason, period_start, amount_usd }) =>
      `<tr><td>${moment(occurred_at)}</td><td>${text(job_id)}</td><td>${text(reference ?? "")}</td>` +
      `<td>${text(reason ?? "")}${period_start === null ? "" : ` (corrects the period from ${day(period_start)})`}</td>` +
      `<td class="n">${money(amount_usd)}</td></tr>`,
  );
  const others = (adjustment_count ?? 0) - adjustments.length;
  const note = others > 0 ? `<p>${count(others)} more are in the ledger.</p>` : "";
  return `<table class="wide">
<caption>Adjustments</caption>
<thead><tr><th scope="col">Booked</th><th scope="col">Job</th><th scope="col">Reference</th><th scope="col">Reason</th><th scope="col" class="n">Amount</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table>${note}`;
}

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #f3f4f6; color: #16181d; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 54rem; margin: 2rem auto; padding: 2.5rem 3rem; background: #fff; }
h1 { margin: 0 0 1.5rem; font-size: 1.9rem; }
h1 span { font-size: 1rem; font-weight: 600; color: #92400e; margin-left: .75rem; }
.service { margin: 0; color: #4b5563; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem 2rem; margin: 0 0 2rem; }
dt { font-size: .8rem; color: #4b5563; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem; }
caption { text-align: left; font-weight: 600; padding: 1rem 0 .4rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid #d1d5db; }
thead th { font-size: .8rem; color: #4b5563; }
tbody th { font-weight: 400; }
.n { text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; white-space: nowrap; }
.n + .n { padding-left: .75rem; }
.wide td { font-size: .85rem; overflow-wrap: anywhere; }
.total > * { border-top: 2px solid #16181d; border-bottom: 0; font-weight: 700; }
footer { margin-top: 2.5rem; font-size: .8rem; color: #4b5563; }
footer p { margin: .2rem 0; }
.hash { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
@page { size: A4; margin: 18mm; }
@media print { body { background: none; font-size: 11px; } main { margin: 0; padding: 0; max-width: none; } tr { break-inside: avoid; } thead { display: table-header-group; } }
`;
