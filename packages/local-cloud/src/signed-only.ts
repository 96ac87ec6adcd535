import type { IncomingMessage, ServerResponse } from "node:http";
import type { Credentials } from "./endpoints.ts";
import { isForThisMachine } from "./hosts.ts";
import { type Handler, readBody, sendJson } from "./http.ts";
import { SignatureError, verifySignature } from "./signature.ts";

export type BodyHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>;

const bodyLimit = 16 * 1024 * 1024;

/** What AWS's JSON services call a signature that is not right. */
const types: Record<SignatureError["code"], string> = {
  AccessDenied: "MissingAuthenticationTokenException",
  InvalidAccessKeyId: "UnrecognizedClientException",
  RequestTimeTooSkewed: "InvalidSignatureException",
  SignatureDoesNotMatch: "InvalidSignatureException",
};

/**
 * Lets in the requests of this machine's programs that were given this service's secret: signed with it, for a host name of
 * this machine, and of no page, which browsers mark by Origin. The others are refused as AWS's JSON services refuse.
 */
export const signedOnly =
  (credentials: Credentials, handle: BodyHandler): Handler =>
  async (request, response) => {
    const refuse = (status: number, __type: string, message: string) =>
      sendJson(response, status, { __type, message }, "application/x-amz-json-1.0");
    // Before the body is read: a page that may not ask anything must not cost anything either.
    if (request.headers.origin !== undefined || !isForThisMachine(request.headers))
      return refuse(403, "AccessDeniedException", "This is for programs of this machine alone.");
    const url = URL.parse(request.url ?? "/", "http://localhost");
    if (url === null) return refuse(400, "UnknownOperationException", "The URL cannot be read.");
    const body = await readBody(request, bodyLimit);
    if (body === undefined) return refuse(413, "RequestEntityTooLargeException", "The body is too large.");
    try {
      await verifySignature(request, url, { credentials, now: Date.now(), body });
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      return refuse(400, types[error.code], error.message);
    }
    await handle(request, response, body);
  };
