import { newApiKey } from "../../../lambdas/domain/organization/new-organization.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { apiKeyWrites } from "../../../lambdas/storage/organization/api-keys.ts";
import { createOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { firstSigningSecret } from "../../../lambdas/storage/webhook/signing-secrets.ts";

/** What a partner needs to start. Neither can be shown again: of the key only a hash is stored. */
export type Credentials = { api_key: string; signing_secret: string };

export const shownOnce =
  "The api_key and the signing_secret are shown once: hand them over through a channel that protects secrets.";

/** Saves a new organization with its first key and its signing secret, all or nothing. */
export async function createWithCredentials(organization: Organization, now: Date): Promise<Credentials> {
  const { organization_id } = organization;
  const { key, shownOnce: api_key } = newApiKey(organization, {}, now, systemRandom, {
    name: "first key",
  });
  const { secret: signing_secret, write } = firstSigningSecret(organization_id, now);
  await createOrganization(organization, [...apiKeyWrites(key), write]);
  return { api_key, signing_secret };
}
