import type { Handler } from "../http.ts";

/** Lets pages of these origins, which are on another port, read and put objects by signed URLs. No other page can. */
export const withCors =
  (origins: string[], handle: Handler): Handler =>
  (request, response) => {
    const { origin = "" } = request.headers;
    response.setHeader("vary", "origin");
    if (!origins.includes(origin)) return handle(request, response);
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
