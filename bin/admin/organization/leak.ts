import * as v from "valibot";
import { type Leak, leakOf } from "../../../lambdas/domain/organization/leak.ts";
import {
  type ApiKey,
  isKeyInForce,
  type Organization,
} from "../../../lambdas/domain/organization/organization.ts";
import { findApiKey, listApiKeys, saveApiKey } from "../../../lambdas/storage/organization/api-keys.ts";
import { listAuditRecords } from "../../../lambdas/storage/organization/audit.ts";
import { updateOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { rotateSigningSecret } from "../../../lambdas/storage/webhook/signing-secrets.ts";
import { action } from "../command.ts";
import { InputError } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing } from "../terminal.ts";

/**
 * Ends a leaked key and what was made with it. Once a key is revoked it issues no other, so the keys are looked for until
 * there is none left; only then is it looked what they did.
 */
export const revokeLeaked = action(v.object({ key: v.string() }), async ({ key: leaked }, terminal) => {
  const key = await findApiKey(leaked);
  if (!key) throw new InputError(`There is no key ${leaked}: key list shows the ids.`);
  const owner = await requireOrganization(key.organization_id);
  const [leak, valid] = await examine(key);
  const changes = [
    ...valid.map((one) => `revoke key ${one.public_key_id} (${one.scope})`),
    ...changesOf(owner, leak),
  ];
  if (changes.length === 0) throw new InputError(`Nothing is left of key ${leaked}.`);
  if (!(await terminal.confirm(owner.organization_id, changes))) return;
  const ended = await endOf(key, owner);
  terminal.show(ended, `${listing(ended)}\n\n${adviceOf(ended)}`);
});

/** What came of a key, and which of its keys are still valid. */
async function examine(key: ApiKey): Promise<[Leak, ApiKey[]]> {
  const since = new Date(key.created_at);
  const leak = leakOf(key.public_key_id, await Array.fromAsync(listAuditRecords(since, key.organization_id)));
  const found = await Promise.all(leak.keyIds.map(findApiKey));
  const now = new Date();
  return [leak, found.flatMap((one) => (one !== null && isKeyInForce(one, now) ? [one] : []))];
}

/** What the service must take back besides keys, as it is announced and recorded. */
const changesOf = (
  { organization_id, default_webhook_url, leaked_keys }: Organization,
  { keyIds, urlBefore, knowsSecret }: Leak,
): string[] => [
  ...keyIds
    .filter((id) => !leaked_keys.includes(id))
    .map(
      (id) =>
        `send nothing to a webhook URL that key ${id} named for a job or test, nor of its regenerations`,
    ),
  ...(urlBefore === undefined
    ? []
    : [`change default_webhook_url of ${organization_id} from ${default_webhook_url} to ${urlBefore}`]),
  ...(knowsSecret
    ? [`make a new signing secret for ${organization_id}, twice: webhooks are signed with no other at once`]
    : []),
];

async function endOf(key: ApiKey, { organization_id, leaked_keys }: Organization) {
  const revoked: string[] = [];
  let [leak, valid] = await examine(key);
  while (valid.length > 0) {
    for (const one of valid) {
      await saveApiKey({ ...one, revoked_at: new Date().toISOString() });
      revoked.push(one.public_key_id);
    }
    [leak, valid] = await examine(key);
  }
  await updateOrganization(organization_id, {
    leaked_keys: [...new Set([...leaked_keys, ...leak.keyIds])],
    ...(leak.urlBefore !== undefined && { default_webhook_url: leak.urlBefore }),
  });
  if (leak.knowsSecret) await rotateSigningSecret(organization_id, new Date());
  const now = new Date();
  const left = (await listApiKeys(organization_id, now)).filter((one) => isKeyInForce(one, now));
  return {
    organization_id,
    revoked_keys: revoked,
    keys_that_it_revoked: leak.revokedIds,
    keys_whose_webhook_urls_end: leak.keyIds,
    ...(leak.urlBefore !== undefined && { default_webhook_url: leak.urlBefore }),
    ...(leak.knowsSecret && { signing_secret: await rotateSigningSecret(organization_id, now) }),
    full_keys_left: left.filter(({ scope }) => scope === "full").length,
  };
}
type Ended = Awaited<ReturnType<typeof endOf>>;

const adviceOf = ({ signing_secret, full_keys_left }: Ended): string =>
  [
    ...(signing_secret === undefined ? [] : ["The signing_secret is shown once."]),
    ...(full_keys_left === 0 ? ["No key with the scope full is left: key issue."] : []),
    "Jobs that it made are charged: job list --key finds them, ledger adjust corrects them.",
  ].join(" ");
