import { randomBytes } from "node:crypto";
import type { AuditRecord } from "../../domain/organization/audit.ts";
import { rotated, SigningSecrets, signingSecret } from "../../domain/webhook/signing.ts";
import { type IdempotencyClaim, recordAccepted } from "../idempotency.ts";
import { keys } from "../keys.ts";
import { recordChange } from "../organization/audit.ts";
import { readItem, tableName, transact, type Write } from "../table.ts";

export const findSigningSecrets = (organizationId: string) =>
  readItem(SigningSecrets, keys.signingSecrets(organizationId));

/** A new organization's first signing secret, and the write that saves it; refused if there is one already. */
export function firstSigningSecret(organizationId: string, now: Date): { secret: string; write: Write } {
  const secret = signingSecret(randomBytes(32));
  return { secret, write: replacing(organizationId, null, rotated(null, secret, now)) };
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
  const { secrets, write } = await rotation(organizationId, signingSecret(randomBytes(32)), now);
  if ((await transact({ guards: { was_rotated: write } })).committed) return secrets.current;
  throw new Error(`The signing secret of ${organizationId} was rotated by someone else at the same time.`);
}

type RotationOfCaller = {
  organizationId: string;
  next: string;
  claim: IdempotencyClaim;
  /** What the request's repeats are answered with; it must not hold the secret. */
  responseOf: (secrets: SigningSecrets) => string;
  change: AuditRecord;
  now: Date;
};

/**
 * The same for a caller, with the request's idempotency record and the record of the change. Null if the request was
 * accepted before. After another rotation at the same time, the secret of that one is the old one.
 */
export async function rotateForCaller(given: RotationOfCaller): Promise<SigningSecrets | null> {
  const { organizationId, next, claim, responseOf, change, now } = given;
  const { secrets, write } = await rotation(organizationId, next, now);
  const outcome = await transact({
    guards: { accepted_before: recordAccepted(claim, responseOf(secrets), now), was_rotated: write },
    writes: [recordChange(change)],
  });
  if (outcome.committed) return secrets;
  return outcome.refusedBy === "accepted_before" ? null : rotateForCaller(given);
}

/** An organization's secrets with `next` as the current one, and the write that saves them; refused if they change before. */
async function rotation(
  organizationId: string,
  next: string,
  now: Date,
): Promise<{ secrets: SigningSecrets; write: Write }> {
  const before = await findSigningSecrets(organizationId);
  const secrets = rotated(before, next, now);
  return { secrets, write: replacing(organizationId, before?.current ?? null, secrets) };
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
