import * as v from "valibot";
import { sentFields } from "../../domain/generation/caller-fields.ts";
import { optional } from "../../domain/optional.ts";
import { Disclosure, Mode, StylePreset } from "../../domain/vocabulary.ts";
import { RemoteUrl } from "./remote-url.ts";
import { RoomTypes } from "./room-types.ts";

/** What a create and a regenerate both take. */

export const configuration = {
  mode: optional(Mode),
  room_types: optional(RoomTypes),
  style_preset: optional(StylePreset),
};

/** How the pictures say that they were altered. */
export const disclosure = optional(Disclosure);

export const WebhookConfig = v.strictObject({ url: RemoteUrl });

/** What a job keeps for its caller, and where it announces its end: neither changes the pictures. */
export const callerFields = { ...sentFields, webhook: optional(WebhookConfig) };
const CallerFields = v.object(callerFields);
export type CallerFields = v.InferOutput<typeof CallerFields>;
