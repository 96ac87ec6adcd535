import { createHmac, timingSafeEqual } from "node:crypto";
import type { Organization } from "../organization/organization.ts";

type Signer = Pick<Organization, "organization_id" | "cursor_key">;

const signature = (position: string, { organization_id, cursor_key }: Signer) =>
  createHmac("sha256", cursor_key).update(`${organization_id}\n${position}`).digest();

/** An opaque page cursor: the last ledger position of a page, signed for one organization. */
export const sealCursor = (position: string, organization: Signer): string =>
  `${Buffer.from(position).toString("base64url")}.${signature(position, organization).toString("base64url")}`;

/** The position in a cursor, or null if the cursor was not signed for this organization. */
export function openCursor(cursor: string, organization: Signer): string | null {
  const [encoded, signed, ...rest] = cursor.split(".");
  if (!encoded || !signed || rest.length > 0) return null;
  const position = Buffer.from(encoded, "base64url").toString();
  const expected = signature(position, organization);
  const given = Buffer.from(signed, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) ? position : null;
}
