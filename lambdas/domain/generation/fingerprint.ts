import canonicalize from "canonicalize";
import { sha256Hex } from "../ids.ts";
import type { Configuration } from "./configuration.ts";
import type { Generation } from "./generation.ts";

/** RFC 8785 JSON, so that equal values hash equally whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("The value has no JSON form.");
  return text;
}

/**
 * `config_fingerprint` of the ledger: the same organization, picture, configuration, disclosure, listing and mask give the same
 * value. A disclosure of `none`, no listing and no mask are left out, so that fingerprints from before there were any are still the same. Reference, metadata, webhook
 * and alternates do not change the pictures and are left out.
 */
export function configFingerprint(
  organizationId: string,
  contentHash: string,
  configuration: Configuration,
  { disclosure, listing }: Pick<Generation, "disclosure" | "listing">,
  maskHash: string | null = null,
): string {
  const { workflow, capture_type, mode, room_types, style_preset } = configuration;
  const parts = { organizationId, contentHash, workflow, capture_type, mode, style_preset };
  const drawn = {
    ...(disclosure !== "none" && { disclosure }),
    ...(listing !== null && { listing }),
    ...(maskHash !== null && { maskHash }),
  };
  return `cfg_${sha256Hex(canonicalJson({ ...parts, ...drawn, room_types: room_types.toSorted() }))}`;
}

/** What makes two requests the same request (contract, errors.*, idempotency_conflict): the hash of their parsed fields. */
export const requestHash = (fields: unknown): string => sha256Hex(canonicalJson(fields));
