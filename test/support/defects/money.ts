import type { Defect } from "./defect.ts";

/** Wrong amounts, wrong counts, wrong periods. */
export const money: Defect[] = [
  {
    name: "one unit more than the allowance is free",
    file: "lambdas/domain/billing/settlement.ts",
    text: "if (totals[counted] < includedUnits)",
    becomes: "if (totals[counted] <= includedUnits)",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.spend-cap",
      title: "of 50 requests at once accepts as many as are free or affordable, and charges for no more",
    },
  },
  {
    name: "the last unit under the spend cap is not charged",
    file: "lambdas/domain/billing/settlement.ts",
    text: "totals.charged_micro_usd > room",
    becomes: "totals.charged_micro_usd >= room",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.spend-cap",
      title: "holds also for jobs that were accepted before it: beyond it they cost nothing",
    },
  },
  {
    name: "a job costs more than it was accepted for",
    file: "lambdas/domain/billing/settlement.ts",
    text: "Math.min(job.reserved_price_micro_usd",
    becomes: "Math.max(job.reserved_price_micro_usd",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.spend-cap",
      title: "charges a job at most what it was accepted for",
    },
  },
  {
    name: "half a unit under the spend cap counts as one",
    file: "lambdas/domain/billing/allowance.ts",
    text: "included_units + Math.floor(cap / price)",
    becomes: "included_units + Math.ceil(cap / price)",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.spend-cap",
      title: "of 50 requests at once accepts as many as are free or affordable, and charges for no more",
    },
  },
  {
    name: "two jobs that end at once both take the last free unit",
    file: "lambdas/storage/billing/usage.ts",
    text: 'const allowance = comparedWithAllowance(includedUnits, as === "free");',
    becomes:
      'const allowance = `(${comparedWithAllowance(includedUnits, as === "free")} OR #counted >= :included)`;',
    caughtBy: {
      file: "lambdas/storage/billing/usage.contention",
      title: "50 jobs of one organization that finish at once all finish, priced as if one after the other",
    },
  },
  {
    name: "the last unit of an allowance is reserved by two jobs",
    file: "lambdas/storage/billing/usage.ts",
    text: '"#counted < :included" : "#counted >= :included"',
    becomes: '"#counted <= :included" : "#counted >= :included"',
    caughtBy: {
      file: "lambdas/api/routes/generations/create.entitlement",
      title: "accepts one of 100 concurrent requests with one unit left",
    },
  },
  {
    name: "a refund is booked as a charge",
    file: "lambdas/domain/billing/adjustment.ts",
    text: "amount_micro_usd: amountMicroUsd,",
    becomes: "amount_micro_usd: Math.abs(amountMicroUsd),",
    caughtBy: {
      file: "bin/admin/billing/ledger",
      title: "records an event of its own in the open period, which the API shows",
    },
  },
  {
    name: "refunds together may exceed the charge",
    file: "lambdas/domain/billing/adjustment.ts",
    text: "chargedMicroUsd + adjustedMicroUsd + amountMicroUsd",
    becomes: "chargedMicroUsd + amountMicroUsd",
    caughtBy: { file: "lambdas/domain/billing/adjustment", title: "by its amount" },
  },
  {
    name: "a period begins a day late",
    file: "lambdas/domain/billing/period.ts",
    text: "at.getUTCDate() < day",
    becomes: "at.getUTCDate() <= day",
    caughtBy: {
      file: "lambdas/domain/billing/period",
      title: "a period is the calendar month from the anchor day, its last millisecond included",
    },
  },
  {
    name: "a new anchor day applies a moment late",
    file: "lambdas/domain/billing/period.ts",
    text: "anchors.findLast(({ from }) => Date.parse(from) <= at.getTime())",
    becomes: "anchors.findLast(({ from }) => Date.parse(from) < at.getTime())",
    caughtBy: {
      file: "lambdas/domain/billing/period",
      title: "a new day waits for the period's end, and makes the next period shorter",
    },
  },
  {
    name: "a cached picture is charged",
    file: "lambdas/domain/billing/ledger.ts",
    text: 'if (cached) return "cache_hit";',
    becomes: "",
    caughtBy: {
      file: "lambdas/domain/billing/settlement",
      title: "a cached output is not billable and uses no unit",
    },
  },
  {
    name: "a job of a sandbox is charged",
    file: "lambdas/domain/billing/ledger.ts",
    text: 'if (job.sandbox) return "sandbox";',
    becomes: "",
    caughtBy: {
      file: "lambdas/domain/billing/settlement",
      title:
        "a job of a sandbox is not billable, costs nothing and uses no unit, cached or not, whatever the plan",
    },
  },
  {
    name: "amounts are rounded to cents",
    file: "lambdas/domain/billing/ledger.ts",
    text: "microUsdAmount / 1_000_000",
    becomes: "Math.round(microUsdAmount / 10_000) / 100",
    caughtBy: {
      file: "lambdas/domain/billing/settlement",
      title: "micro-dollars survive as US dollars, in plain decimals with at most 6 places",
    },
  },
  {
    name: "a statement subtracts what was adjusted",
    file: "lambdas/domain/billing/statement.ts",
    text: "usd(baseFee + charged + adjusted)",
    becomes: "usd(baseFee + charged - adjusted)",
    caughtBy: {
      file: "lambdas/api/routes/statements/get",
      title: "agrees with summary, ledger and export to the micro-dollar",
    },
  },
  {
    name: "a statement's hash leaves the amounts out",
    file: "lambdas/domain/billing/statement.ts",
    text: "${usage_type},${usd(amount_micro_usd)}\\n`",
    becomes: "${usage_type},${usd(0 * amount_micro_usd)}\\n`",
    caughtBy: {
      file: "lambdas/api/routes/statements/get",
      title: "agrees with summary, ledger and export to the micro-dollar",
    },
  },
  {
    name: "a period closes while a job holds a unit of it",
    file: "lambdas/domain/billing/statement.ts",
    text: "end.getTime() + closingMs && consumed === committed",
    becomes: "end.getTime() + closingMs && consumed <= committed",
    caughtBy: { file: "lambdas/api/routes/statements/get", title: "only once no job holds a unit of it" },
  },
  {
    name: "a threshold is announced late",
    file: "lambdas/domain/billing/thresholds.ts",
    text: "consumed * 100 >= included * percent",
    becomes: "consumed * 100 > included * percent",
    caughtBy: {
      file: "lambdas/pipeline/webhook/announce-thresholds",
      title: "80 and 100 % of the allowance are announced once each a period",
    },
  },
];
