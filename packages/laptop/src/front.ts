import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { targetOf } from "@image-staging/local-cloud/gateway/event";
import { isEmbeddedElsewhere, isForThisMachine, isOfAnotherOrigin } from "@image-staging/local-cloud/hosts";
import type { Handler } from "@image-staging/local-cloud/http";
import { isDocument } from "./documents.ts";
import { isPage, pageHeaders, type Session, sendPage } from "./pages.ts";

type Served = Session & {
  inbox: Handler;
  api: Handler;
  documents: Handler;
};

/**
 * What the base URL serves: the webhook inbox, the local pages, the documents, and the API for everything else. The pages
 * hold the API key and the inbox what was delivered, so both are for pages of this machine alone. The API wants its key, and
 * a webhook comes under any host name: its signature names its organization, and no page sends one.
 */
export const frontHandler =
  ({ inbox, api, documents, ...session }: Served): Handler =>
  async (request, response) => {
    const path = targetOf(request).split("?")[0] ?? "/";
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isInbox = path === "/inbox" || path.startsWith("/inbox/");
    const isOurs = isInbox || (isRead && (isPage(path) || isDocument(path)));
    const isDelivery = path === "/inbox" && request.method === "POST";
    if (isOurs && (isForeign(request) || !(isDelivery || isForThisMachine(request.headers)))) {
      const message = `These pages are for this machine alone: open http://127.0.0.1:${request.socket.localPort}/.`;
      return refuse(response, 403, "forbidden", message, null);
    }
    if (isRead && isPage(path)) return sendPage(path, session, response);
    if (isRead && isDocument(path)) return documents(request, response);
    if (!isInbox) return api(request, response);
    const isBrowser = isRead && request.headers.accept?.includes("text/html");
    if (path === "/inbox" && isBrowser) return sendPage("/inbox/index.html", session, response);
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    return inbox(request, response);
  };

const startingSeconds = 2;
const startingMessage = "The local service is starting. Try again in a few seconds.";

const startingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Starting</title>
<main><h1>Starting</h1><p>${startingMessage}</p></main>
`;

/** Until the service is there: the envelope for programs, and for a browser a page that asks again by itself. */
export const startingHandler: Handler = (request, response) => {
  const isBrowser = request.method === "GET" && request.headers.accept?.includes("text/html");
  if (!isBrowser) return refuse(response, 503, "internal_error", startingMessage, startingSeconds);
  response.writeHead(503, { ...pageHeaders, "content-type": "text/html; charset=utf-8", refresh: "2" });
  response.end(startingPage);
};

/** Whether another site's page sent it, as far as browsers say. */
const isForeign = ({ headers }: IncomingMessage) =>
  isOfAnotherOrigin(headers) || isEmbeddedElsewhere(headers);

/** After an error that no handler answers. */
export const failedHandler: Handler = (_request, response) =>
  refuse(response, 500, "internal_error", "An unexpected error occurred: cloud.log has it.", null);

/** An answer in the API's error envelope. */
function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  retryAfter: number | null,
): void {
  const error = { code, message, retryable: status >= 500, retry_after: retryAfter };
  response.writeHead(status, {
    ...pageHeaders,
    "content-type": "application/json",
    "x-request-id": randomUUID(),
    ...(retryAfter !== null && { "retry-after": String(retryAfter) }),
  });
  response.end(JSON.stringify({ error }));
}
