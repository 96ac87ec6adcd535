import { randomBytes } from "node:crypto";
import { rotated, SigningSecrets, signingSecret } from "../../domain/webhook/signing.ts";
import { keys } from "../keys.ts";
import { readItem, tableName, transact } from "../table.ts";

export const findSigningSecrets = (organizationId: string) =>
  readItem(SigningSecrets, keys.signingSecrets(organizationId));

/** Gives an organization its first signing secret and returns it; throws if it has one already. */
export async function createSigningSecret(organizationId: string): Promise<string> {
  const current = signingSecret(randomBytes(32));
  const created = await replaceSecrets(organizationId, null, { current, previous: null });
  if (!created) throw new Error(`Organization ${organizationId} has a signing secret already: rotate it.`);
  return current;
}

/** Replaces the signing secret and returns the new one; the old one keeps signing for 24 hours. */
export async function rotateSigningSecret(organizationId: string, now: Date): Promise<string> {
  const secrets = await findSigningSecrets(organizationId);
  if (!secrets) return createSigningSecret(organizationId);
  const next = signingSecret(randomBytes(32));
  if (await replaceSecrets(organizationId, secrets.current, rotated(secrets, next, now))) return next;
  throw new Error(`The signing secret of ${organizationId} was rotated by someone else at the same time.`);
}

async function replaceSecrets(
  organizationId: string,
  before: string | null,
  secrets: SigningSecrets,
): Promise<boolean> {
  const Item = { ...keys.signingSecrets(organizationId), ...secrets };
  const condition =
    before === null
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "#current = :before",
          ExpressionAttributeNames: { "#current": "current" },
          ExpressionAttributeValues: { ":before": before },
        };
  const outcome = await transact({
    guards: { was_rotated: { Put: { TableName: tableName(), Item, ...condition } } },
  });
  return outcome.committed;
}
