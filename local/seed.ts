import * as v from "valibot";
import { runProgram } from "./project.ts";
import { readSetting, type Store, writeSetting } from "./store.ts";

const Seed = v.object({ organization_id: v.string(), api_key: v.string(), signing_secret: v.string() });
const Remembered = v.pipe(v.string(), v.parseJson(), v.object({ ...Seed.entries, inbox_url: v.string() }));

/** The organization of a new local service, and its credentials. */
export type DevelopmentOrganization = v.InferOutput<typeof Seed>;

/**
 * Creates the development organization with the operator's CLI, once per data directory. When the inbox has moved to
 * another port, updates the organization's default webhook URL.
 */
export async function seedOrganization(
  store: Store,
  inboxUrl: string,
  environment: Record<string, string>,
): Promise<DevelopmentOrganization> {
  const name = "development organization";
  const remembered = readSetting(store, name);
  const known = remembered === undefined ? undefined : v.parse(Remembered, remembered);
  if (known?.inbox_url === inboxUrl) return known;
  const admin = (...args: string[]) => runProgram("bin/admin.ts", [...args, "--json"], environment);
  if (known) await admin("org", "set", known.organization_id, "--webhook-url", inboxUrl, "--yes");
  const seed = known ?? v.parse(Seed, JSON.parse(await admin("dev", "seed", "--webhook-url", inboxUrl)));
  writeSetting(store, name, JSON.stringify({ ...seed, inbox_url: inboxUrl }));
  return seed;
}
