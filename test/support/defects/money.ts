import type { Defect } from "./defect.ts";

/** Wrong amounts, wrong counts, wrong periods. */
export const money: Defect[] = [
  {
    name: "half a unit under the spend cap counts as one",
    file: "lambdas/domain/billing/allowance.ts",
    text: "included_units + Math.floor(cap / price)",
    becomes: "included_units + Math.ceil(cap / price)",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.spend-cap",
      title: "of many requests at once accepts as many as are free or affordable, and charges for no more",
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
      title: "accepts one of many concurrent requests with one unit left",
    },
  },
  {
    name: "a refund is booked as a charge",
    file: "lambdas/domain/billing/adjustment.ts",
    text: "amount_micro_usd: amountMicroUsd,",
    becomes: "amount_micro_usd: Math.abs(amountMicroUsd),",
    caughtBy: {
      file: "bin/admin/billing/ledger",
      title: "records a separate event in the open period, which the API shows",
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
    name: "a statement's hash leaves the amounts out",
    file: "lambdas/domain/billing/tally.ts",
    text: "${usage_type},${usd(amount_micro_usd)}\\n`",
    becomes: "${usage_type},${usd(0 * amount_micro_usd)}\\n`",
    caughtBy: {
      file: "lambdas/api/routes/statements/get",
      title: "agrees with summary, ledger and export to the micro-dollar",
    },
  },
];
