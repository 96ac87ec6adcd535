import type { Command } from "commander";
import * as v from "valibot";
import { newApiKey } from "../../lambdas/domain/organization/new-organization.ts";
import type { ApiKey } from "../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { findApiKey, listApiKeys, saveApiKey } from "../../lambdas/storage/organization/organizations.ts";
import { action, collect } from "./command.ts";
import { changedLimits, InputError, LimitChanges, OfOrganization, organizationArgument } from "./inputs.ts";
import { requireOrganization } from "./lookup.ts";
import { listing, tabular } from "./terminal.ts";

/** A key as operators see it once it is issued: neither its secret nor the hash of it. */
const keyView = ({ secret_sha256, limits, ...key }: ApiKey) => ({ ...key, limits });

const issue = action(
  v.object({ ...OfOrganization.entries, limit: v.optional(LimitChanges, []) }),
  async ({ organization, limit }, terminal) => {
    const { organization_id, name } = await requireOrganization(organization);
    const { key, shownOnce } = newApiKey(organization_id, changedLimits({}, limit), new Date(), systemRandom);
    if (!terminal.announce([`issue key ${key.public_key_id} to ${organization_id}, ${name}`])) return;
    await saveApiKey(key);
    const issued = { ...keyView(key), api_key: shownOnce };
    terminal.show(issued, `${listing(issued)}\n\nThe api_key is shown once: only its hash is stored.`);
  },
);

const list = action(OfOrganization, async ({ organization }, terminal) => {
  const { organization_id } = await requireOrganization(organization);
  const views = (await listApiKeys(organization_id)).map(keyView);
  terminal.show(views, tabular(views.map(({ organization_id: _, ...row }) => row)));
});

const revoke = action(v.object({ key: v.string() }), async ({ key: publicKeyId }, terminal) => {
  const key = await findApiKey(publicKeyId);
  if (!key) throw new InputError(`There is no key ${publicKeyId}: key list shows the ids.`);
  if (key.revoked_at !== null)
    throw new InputError(`Key ${publicKeyId} was already revoked at ${key.revoked_at}.`);
  const warning = `revoke key ${publicKeyId} of ${key.organization_id}: its requests get 401 within 30 seconds`;
  if (!(await terminal.confirm([warning]))) return;
  const revoked = { ...key, revoked_at: new Date().toISOString() };
  await saveApiKey(revoked);
  terminal.show(keyView(revoked), listing(keyView(revoked)));
});

export function keyCommands(program: Command): void {
  const key = program.command("key").description("API keys: issue, list, revoke");
  key
    .command("issue")
    .description("issue a new key to an organization; the key is shown once")
    .argument(...organizationArgument)
    .option("--limit <name=value>", "give the key less than its organization; may be repeated", collect)
    .action(issue);
  key
    .command("list")
    .description("the keys of an organization, revoked ones too; never their secrets")
    .argument(...organizationArgument)
    .action(list);
  key
    .command("revoke")
    .description("revoke a key permanently; the other keys of the organization stay valid")
    .argument("<key>", "its public id: the part between _live_ and the dot")
    .action(revoke);
}
