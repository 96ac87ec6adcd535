import * as v from "valibot";
import { unprocessable } from "../../../domain/errors.ts";
import { issuedSecret, keyView, mostKeys } from "../../../domain/organization/api-keys.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import { newApiKey } from "../../../domain/organization/new-organization.ts";
import { isKeyInForce, keyPrefixOf } from "../../../domain/organization/organization.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { findAccepted } from "../../../storage/idempotency.ts";
import { findKeysToIssue, issueKey, type KeysToIssue } from "../../../storage/organization/key-changes.ts";
import { presentedKeyOf, unauthorized } from "../../chain/authenticate.ts";
import { readJson } from "../../chain/body.ts";
import { type Answer, answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { type ApiRequest, type ReceivedRequest, route } from "../../chain/route.ts";
import { CreateKey } from "../../contract/keys/create.ts";
import type { IssuedApiKey } from "../../contract/published/resources/api-key.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/** POST /api/v1/keys */
export const handler = route(CreateKey, {
  readBody: readJson,
  parse: parseCreate,
  read: ({ caller, input, now }) => {
    const { organization_id } = caller.organization;
    return Promise.all([findAccepted(input.claim, now), findKeysToIssue(organization_id, now)]);
  },
  answer: async ([accepted, present], request) => {
    const { claim, presentedKey } = request.input;
    if (accepted) return showing(replay(accepted, claim), presentedKey);
    return issue(request, present);
  },
});

/** Another key may not repeat the request: only under the one that made it, the secret is the same. */
function parseCreate({ event, caller, body }: ReceivedRequest) {
  const { fields } = body;
  const terms = parseInput(CreateKey.body, fields);
  const claim = idempotencyClaimOf(event, caller, {
    fields: { ...fields, by: caller.keyId },
    file: null,
    mask: null,
  });
  return { terms, claim, presentedKey: presentedKeyOf(event) };
}

type CreateRequest = ApiRequest<ReturnType<typeof parseCreate>>;

/** Issues a key, if there is room for one. If another was issued meanwhile, the keys are counted again. */
async function issue(request: CreateRequest, present: KeysToIssue): Promise<Answer<IssuedApiKey>> {
  const { caller, input, now } = request;
  const { organization, keyId } = caller;
  const { terms, claim, presentedKey } = input;
  const validUntil = terms.expires_at ?? null;
  if (validUntil !== null && validUntil <= now) throw unprocessable("expires_at must be in the future.");
  if (present.all.filter((key) => isKeyInForce(key, now)).length >= mostKeys)
    throw unprocessable(
      `The organization has ${mostKeys} keys in force, the most that it may have: revoke one first.`,
    );
  const salt = systemRandom.bytes(32).toString("base64url");
  const secret = issuedSecret(presentedKey, salt);
  const name = terms.name ?? null;
  const { key } = newApiKey(organization, {}, now, systemRandom, { ...terms, name, validUntil, secret });
  const stored = { key: keyView(key, null), prefix: keyPrefixOf(organization), salt };
  const change = changeByKey(
    { keyId, organizationId: organization.organization_id },
    CreateKey,
    [`issue key ${key.public_key_id} (${key.scope})`],
    { id: systemRandom.id(), now },
  );
  const response = jsonOf(stored).text;
  switch (await issueKey({ key, issuerId: keyId, claim, response, change, now }, present.issued)) {
    case "issued":
      return showing(answer<never>(200, { text: response }), presentedKey);
    case "accepted_before":
      return showing(await replayWinner(claim, now), presentedKey);
    case "issuer_is_revoked":
      throw unauthorized();
    case "another_was_issued":
      return issue(request, await findKeysToIssue(organization.organization_id, now));
  }
}

const Stored = v.object({
  key: v.looseObject({ key_id: v.string() }),
  prefix: v.string(),
  salt: v.string(),
});

/** The answer with the key itself in place of what its secret is made from. */
function showing(kept: Answer<never>, presentedKey: string): Answer<IssuedApiKey> {
  const { key, prefix, salt } = v.parse(Stored, JSON.parse(kept.body));
  const api_key = `${prefix}_${key.key_id}.${issuedSecret(presentedKey, salt)}`;
  return { ...kept, body: JSON.stringify({ ...key, api_key }) };
}
