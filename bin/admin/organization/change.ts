import { usd } from "../../../lambdas/domain/billing/ledger.ts";
import { billingPeriod } from "../../../lambdas/domain/billing/period.ts";
import type {
  Organization,
  OrganizationChanges,
  Plan,
} from "../../../lambdas/domain/organization/organization.ts";
import { changePlan } from "../../../lambdas/storage/billing/plans.ts";
import { updateOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { InputError } from "../inputs.ts";
import { listing, type Terminal } from "../terminal.ts";
import { organizationView } from "./organization-view.ts";

/**
 * Announces what changes about an organization, then saves it; throws an InputError if nothing changes. Attributes
 * that stay the same are not written: another operator may be changing them.
 */
export async function changeOrganization(
  before: Organization,
  changes: OrganizationChanges,
  terminal: Terminal,
): Promise<void> {
  if (!(await announceChanges(before, changes, terminal))) return;
  await updateOrganization(before.organization_id, changes);
  showChanged({ ...before, ...changes }, terminal);
}

/** The same of its plan, which the running billing period keeps with its time. */
export async function changeOrganizationPlan(
  before: Organization,
  plan: Plan | null,
  terminal: Terminal,
): Promise<void> {
  const now = new Date();
  if (!(await announceChanges(before, { plan }, terminal, chargesOf(before, plan, now)))) return;
  if (!(await changePlan(before, plan, now)))
    throw new InputError("The plan was changed by somebody else meanwhile: look at it with org show.");
  showChanged({ ...before, plan }, terminal);
}

/** What a change of the base fee charges for the running billing period. */
function chargesOf({ plan: before, anchors }: Organization, plan: Plan | null, now: Date): string[] {
  const [was, is] = [before, plan].map((one) => usd(one?.base_fee_micro_usd ?? 0));
  const start = billingPeriod(anchors, now).start.toISOString().slice(0, 10);
  return was === is
    ? []
    : [
        `charge the base fee of ${is} USD, in place of ${was} USD, for the whole billing period from ${start}: nothing is divided by days`,
      ];
}

function announceChanges(
  before: Organization,
  changes: OrganizationChanges,
  terminal: Terminal,
  consequences: string[] = [],
): Promise<boolean> {
  const [was, is] = [organizationView(before), organizationView({ ...before, ...changes })];
  const differences = Object.entries(is).flatMap(([name, value]) => {
    const old = Object.entries(was).find(([other]) => other === name)?.[1];
    return old === value ? [] : [`change ${name} of ${before.organization_id} from ${old} to ${value}`];
  });
  if (differences.length === 0)
    throw new InputError("Nothing would change: give at least one option that differs from org show.");
  return terminal.confirm(before.organization_id, [...differences, ...consequences]);
}

function showChanged(organization: Organization, terminal: Terminal): void {
  const view = organizationView(organization);
  terminal.show(view, listing(view));
}
