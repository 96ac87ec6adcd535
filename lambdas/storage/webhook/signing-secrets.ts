import { randomBytes } from "node:crypto";
import { rotated, SigningSecrets, signingSecret } from "../../domain/webhook/signing.ts";
import { keys } from "../keys.ts";
import { readItem, tableName, transact, type Write } from "../table.ts";

export const findSigningSecrets = (organizationId: string) =>
  readItem(SigningSecrets, keys.signingSecrets(organizationId));

/** A new organization's first signing secret, and the write that saves it; refused if there is one already. */
export function firstSigningSecret(organizationId: string, now: Date): { secret: string; write: Write } {
  const secret = signingSecret(randomBytes(32));
  const secrets = { current: secret, previous: null, created_at: now.toISOString() };
  return { secret, write: replacing(organizationId, null, secrets) };
}

/** Gives an organization its first signing secret and returns it; throws if it has one already. */
export async function createSigningSecret(organizationId: string, now = new Date()): Promise<string> {
  const { secret: current, write } = firstSigningSecret(organizationId, now);
  const { committed: created } = await transact({ guards: { has_one: write } });
  if (!created) throw new Error(`Organization ${organizationId} has a signing secret already: rotate it.`);
  return current;
}

/** Replaces the signing secret and returns the new one; the old one keeps signing for 24 hours. */
export async function rotateSigningSecret(organizationId: string, now: Date): Promise<string> {
  const secrets = await findSigningSecrets(organizationId);
  if (!secrets) return createSigningSecret(organizationId, now);
  const next = signingSecret(randomBytes(32));
  if (await replaceSecrets(organizationId, secrets.current, rotated(secrets, next, now))) return next;
  throw new Error(`The signing secret of ${organizationId} was rotated by someone else at the same time.`);
}

async function replaceSecrets(
  organizationId: string,
  before: string,
  secrets: SigningSecrets,
): Promise<boolean> {
  const write = replacing(organizationId, before, secrets);
  return (await transact({ guards: { was_rotated: write } })).committed;
}

function replacing(organizationId: string, before: string | null, secrets: SigningSecrets): Write {
  const Item = { ...keys.signingSecrets(organizationId), ...secrets };
  const condition =
    before === null
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "#current = :before",
          ExpressionAttributeNames: { "#current": "current" },
          ExpressionAttributeValues: { ":before": before },
        };
  return { Put: { TableName: tableName(), Item, ...condition } };
}
