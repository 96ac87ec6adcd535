import * as v from "valibot";

/** What was done to a picture (C2PA 2.2, "Actions"). */
export const Action = v.object({
  action: v.string(),
  when: v.optional(v.string()),
  description: v.optional(v.string()),
  digitalSourceType: v.optional(v.string()),
  softwareAgent: v.optional(
    v.union([v.object({ name: v.string(), version: v.optional(v.string()) }), v.string()]),
  ),
  parameters: v.optional(
    v.object({
      workflow: v.optional(v.string()),
      mode: v.optional(v.nullable(v.string())),
      disclosure_url: v.optional(v.nullable(v.string())),
      uncovered_sha256: v.optional(v.string()),
    }),
  ),
});
export type Action = v.InferOutput<typeof Action>;

/** One signer's statement about a picture, as the library reports it. */
const Manifest = v.object({
  claim_generator_info: v.optional(v.array(v.object({ name: v.optional(v.string()) })), []),
  ingredients: v.optional(
    v.array(
      v.object({
        relationship: v.optional(v.string()),
        instance_id: v.optional(v.string()),
        active_manifest: v.optional(v.string()),
      }),
    ),
    [],
  ),
  assertions: v.optional(v.array(v.object({ label: v.string(), data: v.unknown() })), []),
  signature_info: v.optional(
    v.object({
      issuer: v.optional(v.string()),
      common_name: v.optional(v.string()),
      cert_serial_number: v.optional(v.string()),
      time: v.optional(v.string()),
    }),
  ),
});
export type Manifest = v.InferOutput<typeof Manifest>;

const Statuses = v.optional(v.array(v.object({ code: v.string() })), []);

/** What the library reports of a picture with content credentials: its manifests, and what of the active one holds. */
export const CredentialsReport = v.object({
  active_manifest: v.string(),
  manifests: v.record(v.string(), Manifest),
  validation_results: v.object({
    activeManifest: v.object({ success: Statuses, failure: Statuses }),
    // What of the manifests before it no longer holds, and did when they were taken over.
    ingredientDeltas: v.optional(
      v.array(v.object({ validationDeltas: v.object({ failure: Statuses }) })),
      [],
    ),
  }),
});
export type CredentialsReport = v.InferOutput<typeof CredentialsReport>;
