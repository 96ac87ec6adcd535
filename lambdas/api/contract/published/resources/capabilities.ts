import * as v from "valibot";
import type { capabilities } from "../../../../domain/generation/capabilities.ts";
import { rules } from "../../../../domain/generation/validity.ts";
import { pictureTypes } from "../../../../domain/source-asset/upload.ts";
import {
  CaptureType,
  Disclosure,
  MaskUse,
  Mode,
  RoomType,
  StylePreset,
  Workflow,
} from "../../../../domain/vocabulary.ts";
import { Count, type FieldsOf, resource } from "../field.ts";

type Optional<Of, Name extends keyof Of> = Omit<Of, Name> & { [One in Name]?: Of[One] | undefined };
type Shown = ReturnType<typeof capabilities>;
/** What is shown, with what 1.2.0 did not show. */
type View = Omit<Shown, "combinations" | "pictures"> & {
  combinations: Optional<Shown["combinations"][number], "mask">[];
  pictures: Optional<Shown["pictures"], "max_mask_bytes">;
};

const declined = {
  schema: v.nullable(v.string()),
  meaning:
    "Why the model declines it whatever the picture shows, in words that you can show; null if it does not.",
};

const Combination = resource({
  workflow: { schema: Workflow },
  capture_type: { schema: CaptureType },
  mode: { schema: v.nullable(Mode), meaning: "Null: a request must not have one." },
  room_types: { schema: v.picklist(rules), meaning: "`ignored`: allowed, without effect." },
  style_preset: { schema: v.picklist(rules), meaning: "`ignored`: allowed, without effect." },
  mask: {
    schema: v.nullable(MaskUse),
    meaning:
      "What the model does with a `mask`: it needs one, takes one, or works as without. Null: a request must not have one.",
    since: "1.3.0",
  },
  declined,
} satisfies FieldsOf<View["combinations"][number]>);

const Room = resource({
  room_type: { schema: RoomType },
  declined: {
    ...declined,
    meaning:
      "Why the model furnishes no such room, or null. It declines a photo if it declines all rooms of the request.",
  },
} satisfies FieldsOf<View["room_types"][number]>);

const Family = resource({
  name: { schema: v.string() },
  room_types: { schema: v.array(RoomType) },
} satisfies FieldsOf<View["room_families"][number]>);

const Pictures = resource({
  content_types: { schema: v.array(v.picklist(pictureTypes)) },
  max_bytes: { schema: Count, meaning: "Of a picture by URL or upload." },
  max_mask_bytes: { schema: Count, meaning: "Of a mask by URL.", since: "1.3.0" },
  max_form_bytes: { schema: Count, meaning: "Of the files in a form, together." },
  max_pixels: { schema: Count, meaning: "Width times height." },
  min_short_side: { schema: Count, meaning: "In pixels." },
  max_proportion: { schema: Count, meaning: "The long side divided by the short one." },
  max_output_side: { schema: Count, meaning: "A larger picture's outputs have this long side, in pixels." },
} satisfies FieldsOf<View["pictures"]>);

const RequestFields = resource({
  max_reference_length: { schema: Count, meaning: "In Unicode code points." },
  max_metadata_properties: { schema: Count },
  max_metadata_bytes: { schema: Count, meaning: "As JSON in UTF-8." },
} satisfies FieldsOf<View["fields"]>);

export const Capabilities = resource({
  combinations: {
    schema: v.array(Combination),
    meaning: "What goes together in a request. Another combination is refused with 422.",
  },
  room_types: { schema: v.array(Room), meaning: "Every room type." },
  room_families: {
    schema: v.array(Family),
    meaning: "Several room types of a request must lie inside one family. A single one always may.",
  },
  max_room_types: { schema: Count, meaning: "How many room types a request names at most." },
  style_presets: { schema: v.array(StylePreset) },
  disclosures: { schema: v.array(Disclosure) },
  pictures: { schema: Pictures, meaning: "What a source picture may be." },
  fields: { schema: RequestFields, meaning: "Limits of a request's own fields." },
} satisfies FieldsOf<View>);
export type Capabilities = v.InferOutput<typeof Capabilities>;
