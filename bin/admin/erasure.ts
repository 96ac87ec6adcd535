import type { Command } from "commander";
import * as v from "valibot";
import { eraseItems, erasePictures } from "../../lambdas/storage/erasure.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import { readItem } from "../../lambdas/storage/table.ts";
import { Slots } from "../../lambdas/storage/usage.ts";
import { action } from "./command.ts";
import { InputError } from "./input-error.ts";
import { organizationOf } from "./organizations.ts";

const erase = action(v.object({ organization: v.string() }), async ({ organization }, terminal) => {
  const { organization_id, name, access_status } = await organizationOf(organization);
  if (access_status !== "disabled")
    throw new InputError(
      `${organization_id} is ${access_status}: disable it first with org set ${organization_id} --status disabled.`,
    );
  const jobs = (await readItem(Slots, keys.inFlight(organization_id)))?.jobs.size ?? 0;
  if (jobs > 0)
    throw new InputError(`${organization_id} has ${jobs} jobs in flight: wait until they have ended.`);
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
