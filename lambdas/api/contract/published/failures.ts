import type { FailureCode } from "../../../domain/failures.ts";

type FailureText = {
  /** In the middle of a sentence. */
  meaning: string;
  advice: string;
  /** When a code that is retryable is not. */
  unless?: string;
};

/** What each failure code of a job or an ingest means, and what to do about it. */
export const failureTexts: Record<FailureCode, FailureText> = {
  source_url_blocked: {
    meaning: "`source_url` leads to an address that is not allowed",
    advice:
      "Give an HTTPS URL on port 443 of a public host, also after its redirects; or upload the picture.",
  },
  source_url_dns_failed: {
    meaning: "the host of `source_url` could not be found",
    advice: "Check the host's name. If it is right, try again later.",
  },
  source_url_unreachable: {
    meaning: "the host of `source_url` did not accept the connection",
    advice: "Check that the host answers HTTPS from the internet. Then try again, or upload the picture.",
  },
  source_url_http_error: {
    meaning: "`source_url` was answered with an error (retryable for 202, 429 and 5xx)",
    advice:
      "Check that the URL can be read without a login and has not expired. After 202, 429 and 5xx, try again later.",
  },
  source_fetch_timeout: {
    meaning: "`source_url` did not answer in time",
    advice: "Try again, or upload the picture: the host must send it within 30 seconds.",
  },
  source_too_large: {
    meaning: "the picture has more than 50 MiB",
    advice: "Scale the picture down or compress it to at most 50 MiB.",
  },
  upload_missing: {
    meaning: "nothing was put under the URL of `upload_id`",
    advice: "Put the picture to the upload's URL before you use the `upload_id`. Create a new upload.",
  },
  unsupported_image_format: {
    meaning: "the picture is neither JPEG nor PNG nor WebP",
    advice: "Convert the picture to JPEG, PNG or WebP.",
  },
  invalid_image: {
    meaning: "the picture cannot be read",
    advice: "Check that the file is whole: open it, or save it again.",
  },
  image_dimensions_unsupported: {
    meaning: "the picture is too small, too large, or does not fit `capture_type`",
    advice:
      "Send at least 256 pixels on the short side, at most 100 megapixels, and twice as wide as high for `panorama360`.",
  },
  invalid_mask: {
    meaning: "`mask` cannot be used",
    advice:
      "Send a PNG, JPEG or WebP of the picture's proportions, within 1 %, with white for what may be removed and black for the rest.",
  },
  no_approved_output: {
    meaning: "no picture passed approval; regenerating may give one that does",
    unless: "if the model declines",
    advice: "Regenerate the job, perhaps with another mode or style, or send a better picture of the room.",
  },
  inference_failed: {
    meaning: "the model could not process the picture",
    advice: "Create or regenerate the job once more. If it fails again, send another picture.",
  },
  inference_timeout: {
    meaning: "the model did not answer in time",
    advice: "Create or regenerate the job once more, later.",
  },
  cancelled: {
    meaning: "your organization cancelled the job",
    advice: "Nothing: your organization asked for it. Create the job again if you want it after all.",
  },
  internal_error: {
    meaning: "an unexpected error; trying again may succeed",
    advice: "Create the job again. If it fails again, give your operator the `job_id`.",
  },
};
