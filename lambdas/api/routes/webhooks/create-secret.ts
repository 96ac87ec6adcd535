import * as v from "valibot";
import { issuedSecret } from "../../../domain/organization/api-keys.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import { type SigningSecrets, signingSecret, signingSecretView } from "../../../domain/webhook/signing.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { findAccepted } from "../../../storage/idempotency.ts";
import { rotateForCaller } from "../../../storage/webhook/signing-secrets.ts";
import { presentedKeyOf } from "../../chain/authenticate.ts";
import { readOptionalJson } from "../../chain/body.ts";
import { type Answer, answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { type ApiRequest, type ReceivedRequest, route } from "../../chain/route.ts";
import type { SigningSecret } from "../../contract/published/resources/webhook-settings.ts";
import { CreateSigningSecret } from "../../contract/webhooks/create-secret.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/** POST /api/v1/webhooks/secrets */
export const handler = route(CreateSigningSecret, {
  readBody: readOptionalJson,
  parse: parseCreate,
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, request) => {
    const { claim, presentedKey } = request.input;
    return accepted ? showing(replay(accepted, claim), presentedKey) : rotate(request);
  },
});

/** Another key may not repeat the request: only under the one that made it, the secret is the same. */
function parseCreate({ event, caller, body }: ReceivedRequest) {
  parseInput(CreateSigningSecret.body, body.fields);
  const claim = idempotencyClaimOf(event, caller, { fields: { by: caller.keyId }, file: null, mask: null });
  return { claim, presentedKey: presentedKeyOf(event) };
}

async function rotate({
  caller,
  input,
  now,
}: ApiRequest<ReturnType<typeof parseCreate>>): Promise<Answer<SigningSecret>> {
  const { claim, presentedKey } = input;
  const organizationId = caller.organization.organization_id;
  const salt = systemRandom.bytes(32).toString("base64url");
  const change = changeByKey(
    { keyId: caller.keyId, organizationId },
    CreateSigningSecret,
    [`make a new signing secret for ${organizationId}`],
    { id: systemRandom.id(), now },
  );
  const responseOf = (secrets: SigningSecrets) => {
    const { signing_secret: _, ...shown } = signingSecretView(secrets);
    return jsonOf({ ...shown, salt }).text;
  };
  const next = secretOf(presentedKey, salt);
  const rotated = await rotateForCaller({ organizationId, next, claim, responseOf, change, now });
  const first =
    rotated === null ? await replayWinner(claim, now) : answer<never>(200, { text: responseOf(rotated) });
  return showing(first, presentedKey);
}

/** A repeat makes the same secret from the caller's key and the salt, so that its answer is stored without it. */
const secretOf = (presentedKey: string, salt: string): string =>
  signingSecret(Buffer.from(issuedSecret(presentedKey, salt), "base64url"));

const Stored = v.looseObject({ salt: v.string() });

function showing(kept: Answer<never>, presentedKey: string): Answer<SigningSecret> {
  const { salt, ...shown } = v.parse(Stored, JSON.parse(kept.body));
  return { ...kept, body: JSON.stringify({ signing_secret: secretOf(presentedKey, salt), ...shown }) };
}
