import { createHmac, timingSafeEqual } from "node:crypto";
import type { Organization } from "./organization/organization.ts";

type Signer = Pick<Organization, "organization_id" | "cursor_key">;

/** Without a scope it is what 1.0.0 signed, so its cursors stay valid. */
function signature(position: string, { organization_id, cursor_key }: Signer, scope: string): Buffer {
  const signed = [organization_id, position, ...(scope === "" ? [] : [scope])].join("\n");
  return createHmac("sha256", cursor_key).update(signed).digest();
}

/**
 * An opaque page cursor: the last position of a page, signed for one organization and a `scope`, which names the list
 * and its filters. A position holds no line break.
 */
export const sealCursor = (position: string, organization: Signer, scope = ""): string =>
  `${Buffer.from(position).toString("base64url")}.${signature(position, organization, scope).toString("base64url")}`;

/** Whether base64url is written as it is made: other spellings of the same bytes are no cursors of this service. */
const isCanonical = (text: string): boolean => Buffer.from(text, "base64url").toString("base64url") === text;

/** The position in a cursor, or null if the cursor was not signed for this organization and scope. */
export function openCursor(cursor: string, organization: Signer, scope = ""): string | null {
  const [encoded, signed, ...rest] = cursor.split(".");
  if (!encoded || !signed || rest.length > 0) return null;
  if (!isCanonical(encoded) || !isCanonical(signed)) return null;
  const position = Buffer.from(encoded, "base64url").toString();
  const expected = signature(position, organization, scope);
  const given = Buffer.from(signed, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) ? position : null;
}
