import { notFound, unprocessable } from "../../../domain/errors.ts";
import { keyView, otherFullKey } from "../../../domain/organization/api-keys.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import type { ApiKey } from "../../../domain/organization/organization.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { findListedKey, listApiKeys } from "../../../storage/organization/api-keys.ts";
import { revokeKey } from "../../../storage/organization/key-changes.ts";
import { findKeyUses } from "../../../storage/organization/key-use.ts";
import { json } from "../../chain/http.ts";
import { keyIdOf } from "../../chain/path-parameters.ts";
import { type ApiRequest, route } from "../../chain/route.ts";
import { RevokeKey } from "../../contract/keys/revoke.ts";

/** DELETE /api/v1/keys/{key_id} */
export const handler = route(RevokeKey, {
  parse: ({ event }) => keyIdOf(event),
  read: (request) => findNamed(request),
  answer: async (key, request) => {
    const revoked = key?.revoked_at === null ? await revoke(key, request) : key;
    if (!revoked) throw notFound("API key");
    const [lastUsedAt = null] = await findKeyUses([revoked]);
    return json(200, keyView(revoked, lastUsedAt));
  },
});

const findNamed = ({ caller, input, now }: ApiRequest<string>) =>
  findListedKey(caller.organization.organization_id, input, now);

/**
 * Revokes a key, once if it is asked at once. Of the last two with the scope full, revoked at once, one stays: the other's
 * revocation is refused.
 */
async function revoke(key: ApiKey, request: ApiRequest<string>): Promise<ApiKey | null> {
  const { caller, now } = request;
  const isFull = key.scope === "full";
  const needed = isFull ? otherFullKey(await listApiKeys(key.organization_id, now), key, now) : null;
  if (isFull && needed === null) throw lastFullKey();
  const revoked = { ...key, revoked_at: now.toISOString() };
  const change = changeByKey(
    { keyId: caller.keyId, organizationId: key.organization_id },
    RevokeKey,
    [`revoke key ${key.public_key_id} (${key.scope})`],
    { id: systemRandom.id(), now },
  );
  if ((await revokeKey(revoked, needed, change)) === "revoked") return revoked;
  const present = await findNamed(request);
  return present?.revoked_at === null ? revoke(present, request) : present;
}

const lastFullKey = () =>
  unprocessable("This is the organization's last key with the scope full: issue another one first.");
