import type { CaptureType, JobMode } from "../vocabulary.ts";
import { alterationOf } from "./disclosure.ts";
import { cropOf, type Making, provenanceOf } from "./provenance.ts";

/** What signs, as content credentials name it, and the program that `/verify` recognizes. */
export const claimGenerator = { name: "Image Staging Generation API", version: "1.2.0" };

/** What the credentials of an output say of how it was made. */
export type Edit = Making & {
  capture_type: CaptureType;
  mode: JobMode | null;
  model: { name: string; version: string };
  /** When the model answered. */
  at: string;
  /** The public page that shows the original, if there is one. */
  disclosureUrl: string | null;
};

/**
 * The source of an output as an ingredient (C2PA 2.2, "Ingredient"). Its instance is the picture as the partner sent it, by
 * the SHA-256 of its bytes (RFC 6920). It has no thumbnail: what `clean` took out of a picture must not come back with it.
 */
export const sourceIngredient = (contentHash: string) => ({
  title: "Original picture",
  relationship: "parentOf",
  instance_id: `ni:///sha-256;${Buffer.from(contentHash, "hex").toString("base64url")}`,
});

/**
 * The actions of an output (C2PA 2.2, "Actions"): its source was opened, edited by a model, and cropped if it was. `uncovered`
 * is what else of the container they vouch for, by its SHA-256.
 */
export const actionsOf = (edit: Edit, ingredientId: string, uncovered: string[]) => [
  {
    action: "c2pa.opened",
    parameters: {
      ingredientIds: [ingredientId],
      ...(uncovered.length > 0 && { uncovered_sha256: uncovered.join() }),
    },
  },
  {
    action: "c2pa.edited",
    when: edit.at,
    description: alterationOf(edit).description,
    digitalSourceType: provenanceOf(edit).digitalSourceType,
    softwareAgent: edit.model,
    parameters: {
      workflow: edit.workflow,
      capture_type: edit.capture_type,
      mode: edit.mode,
      disclosure_url: edit.disclosureUrl,
    },
  },
  ...(edit.kept === undefined
    ? []
    : [{ action: "c2pa.cropped", when: edit.at, description: cropOf(edit.kept), softwareAgent: edit.model }]),
];
