import { type FailureCode, failureCodes } from "../../../lambdas/domain/failures.ts";

/** What each failure code means, in the middle of a sentence. */
export const failureMeanings: Record<FailureCode, string> = {
  source_url_blocked: "`source_url` leads to an address that is not allowed",
  source_url_dns_failed: "the host of `source_url` could not be found",
  source_url_unreachable: "the host of `source_url` did not accept the connection",
  source_url_http_error: "`source_url` was answered with an error (retryable for 429 and 5xx)",
  source_fetch_timeout: "`source_url` did not answer in time",
  source_too_large: "the picture has more than 50 MiB",
  upload_missing: "nothing was put under the URL of `upload_id`",
  unsupported_image_format: "the picture is neither JPEG nor PNG nor WebP",
  invalid_image: "the picture cannot be read",
  image_dimensions_unsupported: "the picture is too small, too large, or does not fit `capture_type`",
  no_approved_output: "no picture passed approval; regenerating may give one that does",
  inference_failed: "the model could not process the picture",
  inference_timeout: "the model did not answer in time",
  cancelled: "your organization cancelled the job",
  internal_error: "an unexpected error; trying again may succeed",
};

const retryable = new Map(Object.entries(failureCodes).map(([code, rule]) => [code, rule.retryable]));

/** The failure codes as a Markdown table. */
export function failureCodesTable(): string {
  const rows = Object.entries(failureMeanings).map(
    ([code, meaning]) => `| \`${code}\` | ${retryable.get(code) ? "yes" : "no"} | ${meaning} |`,
  );
  return ["| `failure.code` | retryable | meaning |", "|---|---|---|", ...rows].join("\n");
}
