import { captureTypes, unchecked, workflows } from "@image-staging/client";
import * as v from "valibot";
import { callerFields, idempotencyKey, listing, mode, rooms, style, waitSeconds } from "../inputs.ts";
import { Job } from "../job.ts";
import { maskOf, pictureOf } from "../picture.ts";
import { shown } from "../shown.ts";
import { tool } from "../tool.ts";
import { afterCreation, waited } from "../waiting.ts";

const Input = v.strictObject({
  picture: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.description(
      "The picture: a path on this machine, an https URL that the service can fetch, or the source_asset_id of an earlier " +
        "job (src_…), which needs no upload. JPEG, PNG or WebP, at most 50 MiB, at least 256 pixels on the short side.",
    ),
  ),
  mask: v.exactOptional(
    v.pipe(
      v.string(),
      v.nonEmpty(),
      v.description(
        "What may be removed from a photo to stage: a picture of the same proportions, white where it may go and black elsewhere. " +
          "A path on this machine, or an https URL, such as the proposed_mask of a declined job. Only if the user has seen it.",
      ),
    ),
  ),
  workflow: v.pipe(
    v.picklist(workflows),
    v.description(
      "staging furnishes, renews or empties. pro_capture only corrects light and colour, and takes no mode, rooms or style.",
    ),
  ),
  capture_type: v.pipe(
    v.picklist(captureTypes),
    v.description("What the picture is: a photo, a 360° panorama twice as wide as high, or a floor plan."),
  ),
  mode: v.exactOptional(mode),
  room_types: v.exactOptional(rooms),
  style_preset: v.exactOptional(style),
  include_alternates: v.exactOptional(
    v.pipe(v.boolean(), v.description("Whether to return a second proposal, if there is one.")),
  ),
  listing: v.exactOptional(listing),
  ...callerFields,
  idempotency_key: idempotencyKey,
  wait_seconds: waitSeconds(),
});

export const stagePicture = tool(
  "stage_picture",
  {
    title: "Stage a picture",
    description:
      "Makes a listing-ready picture from one picture of a property: an empty or dated room, a 360° panorama, a floor plan. " +
      "Waits for it and shows it. It takes seconds to minutes and uses a unit of the organization's plan if it succeeds; " +
      "the same request again, after that, is answered from what was approved before, without a unit.",
    input: Input,
    output: Job,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
  async (input, { staging, folder }, context) => {
    const { picture, mask, idempotency_key, wait_seconds, ...settings } = input;
    const { signal } = context.mcpReq;
    const masked = mask === undefined ? {} : await maskOf(mask, folder);
    const request = { ...(await pictureOf(picture, folder)), ...unchecked({ ...settings, ...masked }) };
    const options = { signal, ...(idempotency_key && { idempotencyKey: idempotency_key }) };
    const create = () => staging.generations.create(request, options);
    return shown(staging, await waited(afterCreation(create), wait_seconds, context), true, signal);
  },
);
