import * as v from "valibot";

/** Every `failure.code` of a job or an ingest job, and whether a retry may succeed. */
export const failureCodes = {
  source_url_blocked: { retryable: false },
  source_url_dns_failed: { retryable: true },
  source_url_unreachable: { retryable: true },
  source_url_http_error: { retryable: false },
  source_fetch_timeout: { retryable: true },
  source_too_large: { retryable: false },
  upload_missing: { retryable: false },
  unsupported_image_format: { retryable: false },
  invalid_image: { retryable: false },
  image_dimensions_unsupported: { retryable: false },
  invalid_mask: { retryable: false },
  no_approved_output: { retryable: true },
  inference_failed: { retryable: true },
  inference_timeout: { retryable: true },
  cancelled: { retryable: false },
  internal_error: { retryable: true },
} as const;

export type FailureCode = keyof typeof failureCodes;
export const isFailureCode = (name: string): name is FailureCode => Object.hasOwn(failureCodes, name);

/** The `failure` object of a job or ingest job (contract, generation.failure). */
export const Failure = v.object({
  code: v.string(),
  message: v.string(),
  retryable: v.boolean(),
});
export type Failure = v.InferOutput<typeof Failure>;

/**
 * A business failure that ends a job or an ingest job. Its `name` is the failure code, so that it is also the
 * Step Functions error name. `retryable` defaults to the code's own; `source_url_http_error` passes true for
 * 202, 429 and 5xx.
 */
export class JobFailure extends Error {
  readonly code: FailureCode;
  readonly retryable: boolean;

  constructor(code: FailureCode, message: string, retryable: boolean = failureCodes[code].retryable) {
    super(message);
    this.name = code;
    this.code = code;
    this.retryable = retryable;
  }

  toFailure(): Failure {
    return { code: this.code, message: this.message, retryable: this.retryable };
  }
}

/** What a state machine's Catch reports about a failed task. */
export const CaughtError = v.object({ Error: v.string(), Cause: v.optional(v.string(), "") });
export type CaughtError = v.InferOutput<typeof CaughtError>;

const LambdaCause = v.pipe(v.string(), v.parseJson(), v.object({ errorMessage: v.string() }));

/** Errors of an inference that callers know by another code. A model that declines would decline again. */
const published: Record<string, { code: FailureCode; retryable?: boolean }> = {
  inference_refused: { code: "inference_failed" },
  inference_declined: { code: "no_approved_output", retryable: false },
};

/**
 * The failure of a job from the error of its task. A business failure keeps its code and message; any other error becomes an
 * `internal_error` that reveals no internals.
 */
export function failureFrom({ Error: name, Cause }: CaughtError): Failure {
  const { code, ...known } = published[name] ?? { code: name };
  if (!isFailureCode(code) || code === "internal_error")
    return failure("internal_error", "An unexpected error ended the job. Creating it again may succeed.");
  const cause = v.safeParse(LambdaCause, Cause);
  return { ...failure(code, cause.success ? cause.output.errorMessage : Cause), ...known };
}

export const failure = (code: FailureCode, message: string): Failure => ({
  code,
  message,
  retryable: failureCodes[code].retryable,
});
