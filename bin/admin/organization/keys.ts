import type { Command } from "commander";
import * as v from "valibot";
import { mostKeys } from "../../../lambdas/domain/organization/api-keys.ts";
import { newApiKey } from "../../../lambdas/domain/organization/new-organization.ts";
import { type ApiKey, isKeyInForce, keyScopes } from "../../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { findApiKey, listApiKeys, saveApiKey } from "../../../lambdas/storage/organization/api-keys.ts";
import { findKeyUses } from "../../../lambdas/storage/organization/key-use.ts";
import { action, collect, organizationCommand } from "../command.ts";
import { changedLimits, InputError, LimitChanges, OfOrganization, Time } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, tabular, toMinute } from "../terminal.ts";
import { Name } from "../texts.ts";
import { revokeLeaked } from "./leak.ts";

/** A key as operators see it once it is issued: neither its secret nor the hash of it. */
const keyView = ({ secret_sha256, limits, ...key }: ApiKey) => ({ ...key, limits });

const IssueInput = v.object({
  ...OfOrganization.entries,
  limit: v.optional(LimitChanges, []),
  name: v.optional(Name),
  scope: v.optional(v.picklist(keyScopes, `must be one of ${keyScopes.join(", ")}`)),
  expires: v.optional(Time),
});

const issue = action(IssueInput, async ({ organization, limit, name, scope, expires }, terminal) => {
  const owner = await requireOrganization(organization);
  const { organization_id } = owner;
  const now = new Date();
  if (expires && expires <= now) throw new InputError("--expires must be in the future.");
  const inForce = (await listApiKeys(organization_id, now)).filter((one) => isKeyInForce(one, now));
  if (inForce.length >= mostKeys)
    throw new InputError(
      `${organization_id} has ${mostKeys} keys in force, the most that it may have: revoke one first.`,
    );
  const terms = { name: name ?? null, scope, validUntil: expires ?? null };
  const { key, shownOnce } = newApiKey(owner, changedLimits({}, limit), now, systemRandom, terms);
  const until = key.valid_until === null ? "" : `, valid until ${key.valid_until}`;
  const change = `issue key ${key.public_key_id} (${key.scope}) to ${organization_id}, ${owner.name}${until}`;
  if (!(await terminal.announce(organization_id, [change]))) return;
  await saveApiKey(key);
  const issued = { ...keyView(key), api_key: shownOnce };
  terminal.show(issued, `${listing(issued)}\n\nThe api_key is shown once: only its hash is stored.`);
});

const list = action(OfOrganization, async ({ organization }, terminal) => {
  const { organization_id } = await requireOrganization(organization);
  const now = new Date();
  const keys = await listApiKeys(organization_id, now);
  const uses = await findKeyUses(keys);
  const views = keys.map((key, index) => ({ ...keyView(key), last_used_at: uses[index] ?? null }));
  const rows = views.map((key) => ({
    public_key_id: key.public_key_id,
    name: key.name,
    scope: key.scope,
    state: stateOf(key, now),
    created: toMinute(key.created_at),
    last_used: toMinute(key.last_used_at),
    expires: toMinute(key.valid_until),
    limits: Object.keys(key.limits).length > 0 ? key.limits : null,
  }));
  terminal.show(views, tabular(rows));
});

function stateOf({ revoked_at, valid_until }: Pick<ApiKey, "revoked_at" | "valid_until">, now: Date): string {
  if (revoked_at !== null) return "revoked";
  return valid_until !== null && Date.parse(valid_until) <= now.getTime() ? "expired" : "valid";
}

const revoke = action(v.object({ key: v.string() }), async ({ key: publicKeyId }, terminal) => {
  const key = await findApiKey(publicKeyId);
  if (!key) throw new InputError(`There is no key ${publicKeyId}: key list shows the ids.`);
  if (key.revoked_at !== null)
    throw new InputError(`Key ${publicKeyId} was already revoked at ${key.revoked_at}.`);
  const warning = `revoke key ${publicKeyId} of ${key.organization_id}: it changes nothing more at once, and reads for at most 30 seconds`;
  if (!(await terminal.confirm(key.organization_id, [warning]))) return;
  const revoked = { ...key, revoked_at: new Date().toISOString() };
  await saveApiKey(revoked);
  terminal.show(keyView(revoked), listing(keyView(revoked)));
});

const keyArgument = ["<key>", "its public id: the part between stg_live_ or stg_test_ and the dot"] as const;

export function keyCommands(program: Command): void {
  const key = program.command("key").description("API keys: issue, list, revoke");
  organizationCommand(key, "issue", "issue a new key to an organization; the key is shown once")
    .option("--name <name>", "what the key is for, such as backend or CI; only operators see it")
    .option(
      "--scope <full|read|billing>",
      "what it may do: full, everything; read, every GET; billing, usage, events and statements (default: full)",
    )
    .option("--expires <time>", "from then on its requests get 401, such as 2027-01-01 (default: never)")
    .option("--limit <name=value>", "give the key less than its organization; may be repeated", collect)
    .action(issue);
  organizationCommand(
    key,
    "list",
    "the keys of an organization, revoked ones too; never their secrets. Last use to the hour",
  ).action(list);
  key
    .command("revoke")
    .description("revoke a key permanently; the other keys of the organization stay valid")
    .argument(...keyArgument)
    .action(revoke);
  key
    .command("revoke-leaked")
    .description(
      "revoke a key that others have, and take back what was made with it: keys, also theirs; the default webhook URL; " +
        "the signing secret. Run it again to see that nothing is left",
    )
    .argument(...keyArgument)
    .action(revokeLeaked);
}
