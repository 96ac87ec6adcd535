import { ApiKey, Organization } from "../domain/organization.ts";
import { keys } from "./keys.ts";
import { readItem } from "./table.ts";

export const findApiKey = (publicKeyId: string) => readItem(ApiKey, keys.apiKey(publicKeyId));

export const findOrganization = (organizationId: string) =>
  readItem(Organization, keys.organization(organizationId));
