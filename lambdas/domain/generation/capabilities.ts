import { maxUploadBytes } from "../organization/limits.ts";
import { longestWorkingSide, maxPixels, maxProportion, minShortSide } from "../source-asset/dimensions.ts";
import { maxMaskBytes, maxSourceBytes, pictureTypes } from "../source-asset/upload.ts";
import { Disclosure, RoomType, StylePreset } from "../vocabulary.ts";
import { mostRoomTypes, roomFamilies } from "./configuration.ts";
import type { Declines } from "./declines.ts";
import type { Masks } from "./masks.ts";
import { maxBytes, maxProperties } from "./metadata.ts";
import { maxReferenceLength } from "./reference.ts";
import { type Row, validity } from "./validity.ts";

/** What a request may choose, what of it the model declines, what it does with masks, and the limits of pictures and fields. */
export const capabilities = ({ modes, roomTypes }: Declines, masks: Masks) => ({
  combinations: validity.flatMap(({ workflow, capture_type, mode, room_types, style_preset }: Row) =>
    (mode === "refused" ? [null] : mode).map((one) => {
      const declined = (one && modes[one]) ?? null;
      const mask = one && masks[one];
      return { workflow, capture_type, mode: one, room_types, style_preset, mask, declined };
    }),
  ),
  room_types: RoomType.options.map((room_type) => ({ room_type, declined: roomTypes[room_type] ?? null })),
  room_families: roomFamilies.map(({ name, room_types }) => ({ name, room_types: [...room_types] })),
  max_room_types: mostRoomTypes,
  style_presets: [...StylePreset.options],
  disclosures: [...Disclosure.options],
  pictures: {
    content_types: [...pictureTypes],
    max_bytes: maxSourceBytes,
    max_mask_bytes: maxMaskBytes,
    max_form_bytes: maxUploadBytes,
    max_pixels: maxPixels,
    min_short_side: minShortSide,
    max_proportion: maxProportion,
    max_output_side: longestWorkingSide,
  },
  fields: {
    max_reference_length: maxReferenceLength,
    max_metadata_properties: maxProperties,
    max_metadata_bytes: maxBytes,
  },
});
