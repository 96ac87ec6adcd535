import type { Command } from "commander";
import * as v from "valibot";
import type { Organization, Plan } from "../../../lambdas/domain/organization/organization.ts";
import { action, organizationCommand } from "../command.ts";
import { InputError, OfOrganization, Price, wholeNumber, YesNo } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { Name } from "../texts.ts";
import { changeOrganizationPlan } from "./change.ts";

const Terms = v.object({
  ...OfOrganization.entries,
  name: v.optional(Name),
  includedUnits: v.optional(wholeNumber(0, 999_999_999)),
  unitPrice: v.optional(Price),
  overage: v.optional(YesNo),
  baseFee: v.optional(Price),
  spendCap: v.optional(v.union([Price, v.literal(false)])),
});

const set = action(
  Terms,
  async ({ organization, name, includedUnits, unitPrice, overage, baseFee, spendCap }, terminal) => {
    const before = await requireBilled(organization);
    const plan: Partial<Plan> = {
      ...before.plan,
      ...(name !== undefined && { name }),
      ...(includedUnits !== undefined && { included_units: includedUnits }),
      ...(unitPrice !== undefined && { unit_price_micro_usd: unitPrice }),
      ...(overage !== undefined && { overage_allowed: overage }),
      ...(baseFee !== undefined && { base_fee_micro_usd: baseFee }),
      ...(spendCap !== undefined && { spend_cap_micro_usd: spendCap === false ? null : spendCap }),
    };
    if (!isComplete(plan))
      throw new InputError(
        "The organization has no plan yet: give --name, --included-units, --unit-price and --overage.",
      );
    await changeOrganizationPlan(before, plan, terminal);
  },
);

const isComplete = (plan: Partial<Plan>): plan is Plan =>
  plan.name !== undefined &&
  plan.included_units !== undefined &&
  plan.unit_price_micro_usd !== undefined &&
  plan.overage_allowed !== undefined;

const remove = action(OfOrganization, async ({ organization }, terminal) =>
  changeOrganizationPlan(await requireBilled(organization), null, terminal),
);

/** The organization of this id, which must not be a sandbox: what a sandbox uses is neither counted nor charged. */
async function requireBilled(id: string): Promise<Organization> {
  const organization = await requireOrganization(id);
  if (!organization.sandbox) return organization;
  throw new InputError(`${id} is a sandbox: nothing of it is charged, so it has no other plan.`);
}

export function planCommands(program: Command): void {
  const plan = program
    .command("plan")
    .description("plans: the units included and the price of a unit beyond them");
  organizationCommand(
    plan,
    "set",
    "change the plan of an organization; options left out stay as they are. Jobs that end from then on are priced " +
      "by it; recorded events never change",
  )
    .option("--name <name>", "the plan's name, which the organization sees")
    .option("--included-units <number>", "units per billing period that cost nothing")
    .option("--unit-price <usd>", "US dollars for each unit beyond those, with at most 6 decimals")
    .option("--overage <yes|no>", "whether jobs beyond the included units are accepted and charged")
    .option("--base-fee <usd>", "US dollars for a billing period, whatever is used; not divided by days")
    .option(
      "--spend-cap <usd>",
      "US dollars that the units of a period cost at most: jobs beyond are refused",
    )
    .option("--no-spend-cap", "no bound to what units cost")
    .action(set);
  organizationCommand(
    plan,
    "remove",
    "remove the plan of an organization: new jobs are refused, jobs in flight end without a price",
  ).action(remove);
}
