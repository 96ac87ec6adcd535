import { find, make } from "../playground/elements.js";
import { staging } from "../playground/service.js";
import { money, number, periodOf, within } from "./words.js";

/** Shows the usage of the period that begins on a day, or of the running one. */
export const showMonth = (period) =>
  within(find("month"), async () => {
    const summary = await staging.usage.summary(period ? { period } : {});
    find("month").replaceChildren(meterOf(summary), factsOf(summary));
  });

function meterOf({ usage: { included, consumed }, billing_period }) {
  const text =
    included > 0 ? ` of ${number.format(included)} included units` : ` ${consumed === 1 ? "unit" : "units"}`;
  const name = `Units used of those included, ${periodOf(billing_period)}`;
  return make(
    "div",
    { className: "meter" },
    make("p", {}, make("strong", { className: "figure" }, number.format(consumed)), text),
    make("progress", { max: Math.max(1, included, consumed), value: consumed, ariaLabel: name }),
  );
}

function factsOf({ access, usage, jobs }) {
  const facts = {
    Plan: access.plan ?? "none",
    Access: access.status,
    "Units beyond the included": number.format(usage.overage),
    "Cost of these": money.format(usage.projected_overage_amount_usd),
    "Jobs succeeded": `${number.format(jobs.succeeded)} of ${number.format(jobs.total)}`,
    "Jobs failed": number.format(jobs.failed),
    Regenerations: number.format(jobs.regenerate_count),
    "Reused, not charged": number.format(jobs.cache_hit_count),
  };
  const entries = Object.entries(facts).map(([term, value]) =>
    make("div", {}, make("dt", {}, term), make("dd", {}, value)),
  );
  return make("dl", { className: "facts" }, ...entries);
}
