import * as v from "valibot";
import { sentFields } from "../../domain/generation/caller-fields.ts";
import { wellFormed } from "../../domain/generation/reference.ts";
import { SourceId, UploadId } from "../../domain/ids.ts";
import { maxSourceBytes } from "../../domain/source-asset/upload.ts";
import { CaptureType, Disclosure, Mode, RoomType, StylePreset, Workflow } from "../../domain/vocabulary.ts";
import { networkRules } from "../../runtime/env.ts";
import { checkUrl } from "../../runtime/network/check-url.ts";

/**
 * The bodies that callers send (SPEC "Endpoints"): they parse the requests, and the OpenAPI document is made from them.
 */

const RemoteUrl = v.pipe(
  v.string(),
  wellFormed,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const checked = checkUrl(dataset.value, networkRules());
    if (!checked.ok) addIssue({ message: `is refused: ${checked.reason.replace(/\.$/, "")}` });
  }),
  v.metadata({ format: "uri", maxLength: 2048 }),
);

export const RoomTypes = v.pipe(
  v.array(RoomType),
  v.minLength(1, "must name at least one room type"),
  v.maxLength(3, "must name at most 3 room types"),
  v.check((rooms) => new Set(rooms).size === rooms.length, "must not name a room type twice"),
  v.metadata({ uniqueItems: true }),
);

export const WebhookConfig = v.strictObject({ url: RemoteUrl });

/** The types of pictures that the service reads. */
const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

export const CreateUploadBody = v.strictObject({
  content_length: v.pipe(
    v.number("must be a number"),
    v.integer("must be a whole number"),
    v.minValue(1, "must be at least 1"),
    v.maxValue(maxSourceBytes, `must be at most ${maxSourceBytes}`),
  ),
  content_type: v.optional(v.picklist(pictureTypes, `must be one of ${pictureTypes.join(", ")}`)),
});

export const CreateSourceAssetBody = v.strictObject({
  source_url: v.optional(RemoteUrl),
  upload_id: v.optional(UploadId),
});

const configuration = {
  mode: v.optional(Mode),
  room_types: v.optional(RoomTypes),
  style_preset: v.optional(StylePreset),
};
/** How the pictures say that they were altered. */
const disclosure = v.optional(Disclosure);
/** What a job keeps for its caller, and where it tells of its end: neither changes the pictures. */
export const callerFields = { ...sentFields, webhook: v.optional(WebhookConfig) };
const CallerFields = v.object(callerFields);
export type CallerFields = v.InferOutput<typeof CallerFields>;

export const CreateGenerationBody = v.strictObject({
  source_url: v.optional(RemoteUrl),
  source_asset_id: v.optional(SourceId),
  upload_id: v.optional(UploadId),
  workflow: Workflow,
  capture_type: CaptureType,
  ...configuration,
  include_alternates: v.optional(v.boolean(), false),
  disclosure,
  ...callerFields,
});

export const RegenerateBody = v.strictObject({ ...configuration, disclosure, ...callerFields });

/** A cancel takes no fields. */
export const CancelBody = v.strictObject({});
