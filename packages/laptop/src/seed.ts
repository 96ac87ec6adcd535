import { readSetting, type Store, writeSetting } from "@image-staging/local-cloud/store";
import * as v from "valibot";
import { runProgram } from "./project.ts";

const Seed = v.object({
  organization_id: v.string(),
  api_key: v.string(),
  signing_secret: v.string(),
  // A directory of a service before 1.1.0 has no sandbox.
  sandbox_organization_id: v.optional(v.string()),
  sandbox_api_key: v.optional(v.string()),
  sandbox_signing_secret: v.optional(v.string()),
});
const Remembered = v.pipe(v.string(), v.parseJson(), v.object({ ...Seed.entries, inbox_url: v.string() }));

/** The organization and the sandbox of a new local service, and their credentials. */
export type DevelopmentOrganizations = v.InferOutput<typeof Seed>;

/**
 * Creates the development organization and its sandbox with the operator's CLI, once per data directory. When the inbox
 * has moved to another port, updates their default webhook URL.
 */
export async function seedOrganizations(
  store: Store,
  inboxUrl: string,
  environment: Record<string, string>,
): Promise<DevelopmentOrganizations> {
  const name = "development organization";
  const remembered = readSetting(store, name);
  const known = remembered === undefined ? undefined : v.parse(Remembered, remembered);
  if (known?.inbox_url === inboxUrl) return known;
  const admin = (...args: string[]) => runProgram("bin/admin.ts", [...args, "--json"], environment);
  for (const id of [known?.organization_id, known?.sandbox_organization_id])
    if (id !== undefined) await admin("org", "set", id, "--webhook-url", inboxUrl, "--yes");
  const seed = known ?? v.parse(Seed, JSON.parse(await admin("dev", "seed", "--webhook-url", inboxUrl)));
  writeSetting(store, name, JSON.stringify({ ...seed, inbox_url: inboxUrl }));
  return seed;
}
