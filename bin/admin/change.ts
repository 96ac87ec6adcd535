import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { updateOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { InputError } from "./inputs.ts";
import { organizationView } from "./organization-view.ts";
import { listing, type Terminal } from "./terminal.ts";

/**
 * Announces what changes about an organization, then saves it; throws an InputError where nothing changes. Attributes
 * that stay the same are not written: another operator may be changing them.
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
  if (!(await terminal.confirm(before.organization_id, differences))) return;
  await updateOrganization(before.organization_id, changes);
  terminal.show(is, listing(is));
}
