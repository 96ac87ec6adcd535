import { createHash, createHmac } from "node:crypto";
import * as v from "valibot";

const id = (prefix: string, name: string) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^${prefix}_[A-Za-z0-9]+$`), `must be ${name} such as ${prefix}_01J9ZK3V7Q`),
    v.maxLength(64, "must have at most 64 characters"),
  );

/** Public identifiers and their patterns (contract, generation.job_id and the like). */
export const JobId = id("job", "a job id");
export const SourceId = id("src", "a source asset id");
export const UploadId = id("upl", "an upload id");
export const OutputId = id("out", "an output id");
export const EventId = id("use", "an event id");

/** The public part of an API key. */
export const KeyId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, "must be the id of an API key"));

/** The id of a message, which its webhook-id header has. */
export const MessageId = id("msg", "a webhook-id");

/** What the address of a public page ends with. */
export const DisclosureId = v.pipe(v.string(), v.regex(/^[0-9a-z]{26}$/));

const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base32Of = (bytes: Uint8Array) => Array.from(bytes, (byte) => base32[byte % 32]).join("");

/**
 * The id of an output's public page: the same for the same output, so that a repeated task draws the same QR code. It has
 * 130 bits of an HMAC under the organization's secret, so that nobody can guess it.
 */
export function disclosureIdOf(outputId: string, organizationSecret: string): string {
  const digest = createHmac("sha256", organizationSecret).update(`disclosure\n${outputId}`).digest();
  return base32Of(digest.subarray(0, 26)).toLowerCase();
}

/** 26 characters of base 32 (130 bits) of the SHA-256 of the parts: the same parts give the same text. */
export function derivedText(...parts: string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  return base32Of(digest.subarray(0, 26));
}

/** The id that the parts always give. */
export const derivedId = (prefix: "src" | "use" | "out" | "msg", ...parts: string[]): string =>
  `${prefix}_${derivedText(...parts)}`;

export const sha256Hex = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");
