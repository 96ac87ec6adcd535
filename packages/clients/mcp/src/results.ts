import { ApiError, type ImageStaging, JobFailedError, StagingError } from "@image-staging/client";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";

/** What the tools act with. */
export type Account = { staging: ImageStaging; apiKey: string; folder: string | null };

/** The result of a tool, or its refusal: an error never ends the server, and never shows the key. */
export async function answered(
  { apiKey }: Account,
  { mcpReq: { signal } }: ServerContext,
  call: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await call();
  } catch (error) {
    // Nobody waits for the result of a call that was cancelled.
    if (signal.aborted) throw signal.reason;
    return refusalOf(error, apiKey);
  }
}

function refusalOf(error: unknown, apiKey: string): CallToolResult {
  const withoutKey = (text: string) => text.replaceAll(apiKey, "[key]");
  const { code, message, retryable, requestId, idempotencyKey } =
    error instanceof StagingError
      ? error
      : { ...unexpected, message: error instanceof Error ? error.message : String(error) };
  const known = {
    code,
    message: withoutKey(message),
    retryable,
    status: error instanceof ApiError ? error.status : null,
    retry_after: error instanceof ApiError ? error.retryAfter : null,
    request_id: requestId,
    idempotency_key: idempotencyKey,
    job_id: error instanceof JobFailedError ? error.job.job_id : null,
  };
  // No structured content: many hosts compare an error's, too, with the tool's schema.
  const texts = [`${code}: ${known.message}`, JSON.stringify({ error: known })];
  return { isError: true, content: texts.map((text) => ({ type: "text", text })) };
}

const unexpected = { code: "unexpected_error", retryable: false, requestId: null, idempotencyKey: null };
