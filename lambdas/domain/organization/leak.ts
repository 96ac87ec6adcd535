import type { AuditRecord } from "./audit.ts";
import type { Organization } from "./organization.ts";

/** What came of a key that others have got hold of, and that outlives its revocation. */
export type Leak = {
  /** The key, those that it issued, those that these issued, and so on. */
  keyIds: string[];
  /** The keys that one of them revoked. */
  revokedIds: string[];
  /** The default webhook URL in place of which one of them set the present one; undefined if none did. */
  urlBefore: string | null | undefined;
  /** Whether one of them made the signing secret that is current. */
  knowsSecret: boolean;
};

/**
 * The URL for messages that a request named with a key, null if it named none. A leaked key's is null, too: who holds the
 * key has named it.
 */
export const trustedUrl = (
  url: string | null,
  keyId: string | null,
  { leaked_keys }: Pick<Organization, "leaked_keys">,
): string | null => (keyId !== null && leaked_keys.includes(keyId) ? null : url);

type Change = { by: string; text: string };

const urlChange = /^change default_webhook_url of \S+ from (\S+) to \S+/;
const rotation = /^make a new signing secret /;

/** What a leaked key left behind, by an organization's records of changes since the key was issued, oldest first. */
export function leakOf(leaked: string, records: readonly AuditRecord[]): Leak {
  const made = records.filter(({ outcome }) => outcome === "done");
  const all = made.flatMap(({ by, changes }) => changes.map((text): Change => ({ by, text })));
  const keyIds = issuedFrom(leaked, all);
  const isTheirs = ({ by }: Change) => keyIds.some((id) => by === `key ${id}`);
  let urlBefore: Leak["urlBefore"];
  for (const change of all) {
    const [, before] = urlChange.exec(change.text) ?? [];
    if (before === undefined) continue;
    if (!isTheirs(change)) urlBefore = undefined;
    else if (urlBefore === undefined) urlBefore = before === "null" ? null : before;
  }
  const rotated = all.findLast(({ text }) => rotation.test(text));
  return {
    keyIds,
    revokedIds: all.filter(isTheirs).flatMap(({ text }) => keyOf("revoke", text)),
    urlBefore,
    knowsSecret: rotated !== undefined && isTheirs(rotated),
  };
}

/** The key and all that were issued by it, directly or not. The clocks of those that record may differ. */
function issuedFrom(leaked: string, all: readonly Change[]): string[] {
  const keyIds = [leaked];
  for (const id of keyIds)
    for (const { by, text } of all)
      if (by === `key ${id}`) keyIds.push(...keyOf("issue", text).filter((one) => !keyIds.includes(one)));
  return keyIds;
}

/** The key that a sentence says was issued, or revoked; none if it says something else. */
const keyOf = (verb: "issue" | "revoke", text: string): string[] => {
  const [, id] = new RegExp(`^${verb} key ([A-Za-z0-9]+) `).exec(text) ?? [];
  return id === undefined ? [] : [id];
};
