import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { updateOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { InputError } from "./inputs.ts";
import { organizationView } from "./organization-view.ts";
import { listing, type Terminal } from "./terminal.ts";

/**
 * Saves what differs between two states of an organization, each difference said before; throws an InputError where
 * nothing differs. Attributes that do not differ are not written: another operator may be changing them.
 */
export async function changeOrganization(
  before: Organization,
  changes: Partial<Organization>,
  terminal: Terminal,
): Promise<void> {
  const [was, is] = [organizationView(before), organizationView({ ...before, ...changes })];
  const differences = Object.entries(is).flatMap(([name, value]) => {
    const old = Object.entries(was).find(([other]) => other === name)?.[1];
    return old === value ? [] : [`change ${name} of ${before.organization_id} from ${old} to ${value}`];
  });
  if (differences.length === 0)
    throw new InputError("Nothing would change: give at least one option that differs from org show.");
  if (!(await terminal.confirm(differences))) return;
  await updateOrganization(before.organization_id, changes);
  terminal.show(is, listing(is));
}
