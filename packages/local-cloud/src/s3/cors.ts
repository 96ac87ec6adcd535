import { isForThisMachine, isOfAnotherOrigin } from "../hosts.ts";
import type { Handler } from "../http.ts";
import { S3Error, sendS3Error } from "./errors.ts";

/** Lets pages of these origins, which are on another port, read and put objects by signed URLs. No other page can. */
export const withCors =
  (origins: string[], handle: Handler): Handler =>
  (request, response) => {
    const { origin } = request.headers;
    response.setHeader("vary", "origin");
    if (isOfAnotherOrigin(request.headers, origins) || !isForThisMachine(request.headers))
      return sendS3Error(
        response,
        new S3Error(403, "AccessDenied", "This is for this machine alone."),
        false,
      );
    if (origin === undefined) return handle(request, response);
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-expose-headers", "etag");
    if (request.method !== "OPTIONS") return handle(request, response);
    response.writeHead(204, {
      "access-control-allow-methods": "GET, HEAD, PUT",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "",
      "access-control-max-age": "600",
    });
    response.end();
  };
