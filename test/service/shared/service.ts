import { inject } from "vitest";
import type { LimitOverrides } from "../../../lambdas/domain/organization/limits.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { admin as adminHere } from "../../support/admin.ts";
import { overHttp } from "../../support/http.ts";
import { callsOf, newPartner as newPartnerOf } from "../../support/partner.ts";

export const service = inject("service");
// The storage functions of this process work on the table of the service.
Object.assign(process.env, service.environment);

const calls = overHttp(service.baseUrl);
export const http = calls.http;

/** A new organization of the shared service, with the limits of the contract but for these. */
export const newPartner = (limits: LimitOverrides = {}, settings: Partial<Organization> = {}) =>
  newPartnerOf(calls.send, { ...settings, limits });

/** The organization that the service came with; its webhooks go to the inbox. */
export const developmentPartner = () => callsOf(calls.send, service.organizationId, service.apiKey);

const post = (path: string) => fetch(service.modelUrl + path, { method: "POST" });
/** While the model is held, no job ends and no slot comes back. */
export const holdModel = () => post("/hold");
export const releaseModel = () => post("/release");

/** Runs a command of the operator's program on the service, in this process, which has its environment; throws if it fails. */
export async function admin(...args: string[]): Promise<string> {
  const { code, out, said } = await adminHere(...args);
  if (code !== 0) throw new Error(said);
  return out;
}
