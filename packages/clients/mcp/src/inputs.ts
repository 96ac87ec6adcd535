import { disclosures, modes, type RegenerateRequest, roomTypes, stylePresets } from "@image-staging/client";
import * as v from "valibot";
import { Metadata } from "./job.ts";
import { defaultWaitSeconds, maxWaitSeconds } from "./waiting.ts";

// What several tools take. A model reads the descriptions, so they say what goes together.

export const jobId = v.pipe(
  v.string(),
  v.regex(/^job_[A-Za-z0-9]+$/, "must be the id of a job: job_…"),
  v.description("The id of a job: job_…"),
);

export const mode = v.pipe(
  v.picklist(modes),
  v.description(
    "refurnish: new furniture. renovate: new surfaces and fittings, too. clean: the room without its furniture. " +
      "Staging a photo needs one; nothing else takes it.",
  ),
);

export const rooms = v.pipe(
  v.array(v.picklist(roomTypes)),
  v.minLength(1),
  v.maxLength(3),
  v.metadata({ uniqueItems: true }),
  v.description(
    "What the room is. Staging a photo needs it, unless mode is clean; nothing else takes it. More than one only for " +
      "an open plan (Living Room, Kitchen, Dining Room), a wet room (Bathroom, Shower, Toilet) or a studio (Bedroom " +
      "with Living Room, Kitchen or Dining Room).",
  ),
);

export const style = v.pipe(
  v.picklist(stylePresets),
  v.description("A panorama360 needs one; optional for a photo or a floor plan; pro_capture takes none."),
);

export const listing = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9._-]{1,100}$/, "must be 1 to 100 characters of A-Z a-z 0-9 . _ -"),
  v.description(
    "A name for the home that the picture belongs to, the same for all of its pictures: elm-street-5.",
  ),
);

/** What a regeneration takes and these tools do not: an assistant waits for a job, and needs no webhook. */
type NotOffered = "webhook";
type OtherInput = "mode" | "room_types" | "style_preset";
type CallerField = Exclude<keyof RegenerateRequest, NotOffered | OtherInput>;

/** What a job keeps for its caller, and how its pictures say that they were altered. */
export const callerFields = {
  disclosure: v.exactOptional(
    v.pipe(
      v.picklist(disclosures),
      v.description(
        "label draws “Virtually staged” into the pictures; label_and_page also gives each a public page with the " +
          "original. Left out: as the organization has set it, or as the job before it has.",
      ),
    ),
  ),
  reference: v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.description("A name of your own, to find the job by: a listing's number."),
    ),
  ),
  metadata: v.exactOptional(
    v.pipe(Metadata, v.description("Values of your own, returned unchanged: at most 20.")),
  ),
} satisfies Record<CallerField, v.GenericSchema>;

export const idempotencyKey = v.exactOptional(
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(200),
    v.description(
      "A key that you choose. Within 24 hours, the same call with it is the same job, so a call without an answer can be " +
        "repeated without a second job.",
    ),
  ),
);

export const waitSeconds = (otherwise = defaultWaitSeconds) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(maxWaitSeconds),
      v.description(
        `How many seconds to wait for the job at most; it continues afterwards. ${otherwise} if you omit it. ` +
          "Above 50 only if your host waits longer than a minute for a tool.",
      ),
    ),
    otherwise,
  );
