import { env } from "../env.ts";

/** How this function signs: the certificates, leaf first, the ARN of the key, and a service of timestamps (RFC 3161). */
export type SigningSettings = { certificates: string; key: string; timestampUrl: string | undefined };

/** The settings of content credentials, or null on a stage that does not sign. */
export const signingSettings = (): SigningSettings | null =>
  process.env.CREDENTIALS_KEY
    ? {
        certificates: env("CREDENTIALS_CERTIFICATES"),
        key: env("CREDENTIALS_KEY"),
        timestampUrl: process.env.CREDENTIALS_TIMESTAMP_URL,
      }
    : null;

/** Whether this stage signs its outputs, for functions that have neither its certificates nor its key. */
export const outputsAreSigned = (): boolean => process.env.OUTPUTS_ARE_SIGNED === "true";

/**
 * What the library must not do by itself: fetch manifests and revocation lists from addresses that a picture names, and
 * copy small pictures of the source into an output.
 */
export const librarySettings = {
  verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_after_sign: false },
  builder: {
    thumbnail: { enabled: false },
    created_assertion_labels: ["c2pa.actions.v2", "c2pa.actions", "c2pa.ingredient.v3", "c2pa.ingredient"],
  },
};
