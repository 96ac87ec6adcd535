import type { Command } from "commander";
import * as v from "valibot";
import { countOpenWork, eraseItems, erasePictures } from "../../lambdas/storage/organization/erasure.ts";
import { action } from "./command.ts";
import { InputError } from "./input-error.ts";
import { organizationOf } from "./organizations.ts";

const erase = action(v.object({ organization: v.string() }), async ({ organization }, terminal) => {
  const { organization_id, name, access_status } = await organizationOf(organization);
  if (access_status !== "disabled")
    throw new InputError(
      `${organization_id} is ${access_status}: disable it first with org set ${organization_id} --status disabled.`,
    );
  const open = await countOpenWork(organization_id);
  if (open > 0)
    throw new InputError(
      `${organization_id} has ${open} jobs or ingests under way: wait until they have ended, an hour at most.`,
    );
  const everything = "its pictures, jobs, keys, secrets, usage and ledger";
  if (!(await terminal.confirm([`erase ${organization_id}, ${name}, for good: ${everything}`]))) return;
  const pictures = await erasePictures(organization_id);
  const items = await eraseItems(organization_id);
  terminal.show({ organization_id, pictures, items }, `${pictures} pictures and ${items} items are erased.`);
});

export function erasureCommand(org: Command): void {
  org
    .command("erase")
    .description(
      "delete everything of a disabled organization, its ledger included: export that first with ledger export",
    )
    .argument("<organization>", "its id, such as org_01J9ZK3V7Q")
    .action(erase);
}
