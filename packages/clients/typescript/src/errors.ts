import type { Failure, FailureCode, GenerationJob, RefusalCode, SourceAssetIngestJob } from "./types.ts";

/** Why a call failed: a refusal, the service's own error, or an answer that is none of the service's. */
export type ApiErrorCode = RefusalCode | "internal_error" | "unexpected_answer";

type Circumstances = {
  /** Names the request in the service's logs: quote it when you ask for help. Null if no answer came. */
  requestId?: string | null;
  /** The key of the write that failed. The same call with it again is the same request. */
  idempotencyKey?: string | null;
  cause?: unknown;
};

/** What every error of this client has. Decide by `code`, or by the class. */
export class StagingError extends Error {
  override name = "StagingError";
  readonly code: string;
  /** Whether the same call may succeed later, without a change. */
  readonly retryable: boolean;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;

  constructor(code: string, message: string, retryable: boolean, circumstances: Circumstances = {}) {
    super(message, circumstances.cause === undefined ? {} : { cause: circumstances.cause });
    this.code = code;
    this.retryable = retryable;
    this.requestId = circumstances.requestId ?? null;
    this.idempotencyKey = circumstances.idempotencyKey ?? null;
  }
}

/** The service refused a request, or failed, also after the retries. */
export class ApiError extends StagingError {
  override name = "ApiError";
  declare readonly code: ApiErrorCode;
  readonly status: number;
  /** Seconds to wait, if the answer says so: after a 429, or by a Retry-After. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    error: { code: ApiErrorCode; message: string; retryable: boolean; retry_after: number | null },
    circumstances: Circumstances,
  ) {
    super(error.code, error.message, error.retryable, circumstances);
    this.status = status;
    this.retryAfter = error.retry_after;
  }
}

/** No whole answer came, also after the retries: code `connection_failed` or `timed_out`. */
export class ConnectionError extends StagingError {
  override name = "ConnectionError";
  declare readonly code: "connection_failed" | "timed_out";
}

/** A job or an ingest failed: its `failure` as an error. */
export class JobFailedError<Job = GenerationJob | SourceAssetIngestJob> extends StagingError {
  override name = "JobFailedError";
  declare readonly code: FailureCode;
  readonly job: Job;

  constructor(job: Job, failure: Failure, requestId: string | null) {
    super(failure.code, failure.message, failure.retryable, { requestId });
    this.job = job;
  }
}

/** A job or an ingest had not ended by the deadline: code `deadline_exceeded`. It continues; wait for it again. */
export class DeadlineError<Job = GenerationJob | SourceAssetIngestJob> extends StagingError {
  override name = "DeadlineError";
  declare readonly code: "deadline_exceeded";
  /** As it was last seen. */
  readonly job: Job;

  constructor(job: Job, deadlineMs: number, requestId: string | null) {
    super("deadline_exceeded", `It had not ended after ${deadlineMs} ms.`, true, { requestId });
    this.job = job;
  }
}
