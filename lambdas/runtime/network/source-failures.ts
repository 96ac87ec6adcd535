import { type FailureCode, JobFailure } from "../../domain/failures.ts";
import { asNetworkError, type NetworkReason } from "./connection.ts";

const failureOf: Record<NetworkReason, FailureCode> = {
  blocked: "source_url_blocked",
  dns_failed: "source_url_dns_failed",
  unreachable: "source_url_unreachable",
  timeout: "source_fetch_timeout",
};

/** An error while fetching from `host`, as the failure of the ingest. */
export function sourceFailure(error: unknown, host: string): JobFailure {
  if (error instanceof JobFailure) return error;
  const { reason, message } = asNetworkError(error, host);
  return new JobFailure(failureOf[reason], message);
}

export function blockedSource(reason: string): JobFailure {
  return new JobFailure("source_url_blocked", `The URL, or one it redirects to, is refused. ${reason}`);
}

/** Retryable after 202, 429 and 5xx: after any other status, the same request would get the same answer. */
export function sourceHttpError(message: string, status: number): JobFailure {
  return new JobFailure("source_url_http_error", message, status === 202 || status === 429 || status >= 500);
}

export function sourceTooLarge(maxBytes: number): JobFailure {
  return new JobFailure("source_too_large", `The file is larger than ${maxBytes / 2 ** 20} MiB.`);
}

export function tooManyRedirects(maxRedirects: number): JobFailure {
  return new JobFailure("source_url_http_error", `The URL redirects more than ${maxRedirects} times.`);
}
