import { notFound, unprocessable } from "../../../domain/errors.ts";
import { keyView, otherFullKey } from "../../../domain/organization/api-keys.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import type { ApiKey } from "../../../domain/organization/organization.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { listApiKeys } from "../../../storage/organization/api-keys.ts";
import { revokeKey } from "../../../storage/organization/key-changes.ts";
import { findKeyUses } from "../../../storage/organization/key-use.ts";
import { json } from "../../chain/http.ts";
import { keyIdOf } from "../../chain/path-parameters.ts";
import { type ApiRequest, route } from "../../chain/route.ts";
import { RevokeKey } from "../../contract/keys/revoke.ts";

/** DELETE /api/v1/keys/{key_id} */
export const handler = route(RevokeKey, {
  parse: ({ event }) => keyIdOf(event),
  read: ({ caller, now }) => listApiKeys(caller.organization.organization_id, now),
  answer: async (all, request) => {
    const key = all.find(({ public_key_id }) => public_key_id === request.input);
    if (!key) throw notFound("API key");
    const revoked = key.revoked_at === null ? await revoke(key, all, request) : key;
    const [lastUsedAt = null] = await findKeyUses([revoked]);
    return json(200, keyView(revoked, lastUsedAt));
  },
});

/**
 * Revokes a key, once if it is asked at once. Of the last two with the scope full, revoked at once, one stays: the other's
 * revocation is refused.
 */
async function revoke(key: ApiKey, all: readonly ApiKey[], request: ApiRequest<string>): Promise<ApiKey> {
  const { caller, now } = request;
  const needed = key.scope === "full" ? otherFullKey(all, key, now) : null;
  if (key.scope === "full" && needed === null) throw lastFullKey();
  const revoked = { ...key, revoked_at: now.toISOString() };
  const change = changeByKey(
    { keyId: caller.keyId, organizationId: key.organization_id },
    RevokeKey,
    [`revoke key ${key.public_key_id} (${key.scope})`],
    { id: systemRandom.id(), now },
  );
  if ((await revokeKey(revoked, needed, change)) === "revoked") return revoked;
  const present = await listApiKeys(key.organization_id, now);
  const stored = present.find(({ public_key_id }) => public_key_id === key.public_key_id);
  if (!stored) throw notFound("API key");
  return stored.revoked_at === null ? revoke(stored, present, request) : stored;
}

const lastFullKey = () =>
  unprocessable("This is the organization's last key with the scope full: issue another one first.");
