import * as v from "valibot";
import { captureTypes, modes, roomTypes, stylePresets, workflows } from "./vocabulary.ts";

/**
 * The messages of the inference contract 1.2 as schemas: the checker parses by them, and
 * packages/inference-contract/schemas/*.schema.json is generated from them. Keys that a schema does not name are allowed, because a
 * later 1.x may add some.
 */
const described = <const T extends v.GenericSchema>(schema: T, text: string) =>
  v.pipe(schema, v.description(text));

const text = v.pipe(v.string(), v.minLength(1));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
const version = v.pipe(v.string(), v.regex(/^1\.\d+$/));

export const ContractRequest = v.object({
  contract_version: described(version, "Version of this contract. A container serves every 1.x."),
  inference_id: described(text, "Names this inference in logs."),
  workflow: v.picklist(workflows),
  capture_type: v.picklist(captureTypes),
  mode: described(
    v.nullable(v.picklist([...modes, "panorama360", "floorplan"])),
    "staging of a photo: refurnish, renovate or clean; staging of another capture type: its name; pro_capture: null.",
  ),
  room_types: described(
    v.pipe(v.array(v.picklist(roomTypes)), v.maxLength(3)),
    "The rooms in the picture: one to three for refurnish and renovate, else none.",
  ),
  style_preset: described(
    v.nullable(v.picklist(stylePresets)),
    "One of the nine presets; null asks for the model's own default.",
  ),
  seed: described(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
    "The same request with the same seed gives the same pictures.",
  ),
  listing: described(
    v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    "The home that the picture belongs to; absent if the caller names none.",
  ),
  look_seed: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))),
    "With listing: the same for its pictures. Choose by it and style_preset what they share, such as timber, textiles and metals.",
  ),
  look_set: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    "With listing: how many of its earlier pictures ask for the same rooms, mode and style. Furnish no two of them alike.",
  ),
  source: v.object({
    url: described(v.pipe(v.string(), v.url()), "Presigned GET. Never log it, never send it anywhere."),
    width: pixels,
    height: pixels,
    content_type: v.picklist(["image/jpeg", "image/png", "image/webp"]),
  }),
  mask: described(
    v.optional(
      v.object({
        url: described(
          v.pipe(v.string(), v.url()),
          "Presigned GET of a PNG of one channel and the source's size.",
        ),
        content_type: v.literal("image/png"),
      }),
    ),
    "Since 1.2, of a photo to stage: what may be removed is 255, what must stay 0. Without it, nothing is marked.",
  ),
  proposed_mask: described(
    v.optional(
      v.object({
        url: described(
          v.pipe(v.string(), v.url()),
          "Presigned PUT for the mask that a declining model proposes.",
        ),
        content_type: described(v.literal("image/png"), "Must be sent as the PUT's Content-Type."),
      }),
    ),
    "Since 1.2, of a photo to stage without a mask: where to store one that the caller may correct and send.",
  ),
  candidates: described(
    v.pipe(
      v.array(
        v.object({
          candidate_id: text,
          url: described(v.pipe(v.string(), v.url()), "Presigned PUT for this candidate alone."),
          content_type: described(v.literal("image/jpeg"), "Must be sent as the PUT's Content-Type."),
          mask: described(
            v.optional(
              v.object({
                url: described(v.pipe(v.string(), v.url()), "Presigned PUT for this candidate's edit mask."),
                content_type: described(v.literal("image/png"), "Must be sent as the PUT's Content-Type."),
              }),
            ),
            "Since 1.1: where to store which pixels the model edited.",
          ),
        }),
      ),
      v.minLength(1),
      v.maxLength(8),
    ),
    "The candidates wanted, at most; each differs from the others.",
  ),
});
export type ContractRequest = v.InferOutput<typeof ContractRequest>;

export const ContractResponse = v.object({
  contract_version: version,
  model_version: described(
    v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    "Changes whenever the same request could give other pictures.",
  ),
  declined: described(
    v.optional(
      v.object({
        reason: described(
          v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,63}$/)),
          "A name such as no_free_floor, for logs and metrics.",
        ),
        message: described(
          v.pipe(v.string(), v.minLength(1), v.maxLength(500), v.regex(/^[ -~\u00a0-\uffff]*$/)),
          "One line for the caller: what the model cannot do with this picture, and what to do instead.",
        ),
        proposed_mask: described(
          v.optional(v.boolean()),
          "Since 1.2: true if a mask of what would have to go is stored at the request's proposed_mask.url.",
        ),
      }),
    ),
    "Since 1.1. The model cannot do what is asked, and would not another time. There are no candidates then.",
  ),
  candidates: described(
    v.array(
      v.object({
        candidate_id: described(text, "One of the request's."),
        width: described(pixels, "The source's width."),
        height: described(pixels, "The source's height."),
        score: described(
          v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
          "The model's own opinion of the picture, higher is better.",
        ),
        safe: described(v.boolean(), "false if the picture must not be shown to anybody."),
        mask: described(
          v.optional(v.boolean()),
          "Since 1.1: true if the edit mask is stored at the candidate's mask.url.",
        ),
        homography: described(
          v.optional(v.pipe(v.array(v.number()), v.length(9))),
          "Since 1.1: where each place of a pro_capture picture with upright verticals is in the source, from 0 to 1 across and down.",
        ),
      }),
    ),
    "The candidates that were stored. Omit one that could not be made.",
  ),
});
export type ContractResponse = v.InferOutput<typeof ContractResponse>;

export const ContractError = v.object({
  error: described(text, "What went wrong, for the operator's log. No URL and nothing of the picture."),
});
