import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import * as v from "valibot";
import { DisclosureId } from "../../domain/ids.ts";
import { errorForLog, logFor } from "../../runtime/log.ts";
import { findPublicDisclosure } from "../../storage/generation/disclosures.ts";
import { signedUrl } from "../../storage/signed-urls.ts";
import { type Page, pageNotFound, pageOf, pageUnavailable } from "./page.ts";
import { headersOf } from "./page-headers.ts";

/**
 * GET /d/{disclosure_id}: the public page of an output. It is no operation of the API: it takes no key, has separate
 * limits, and its function reads nothing but the page's item. Unknown, revoked and malformed ids get the same answer.
 */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
  .onError((request) => {
    logFor(request.context).error("The page failed unexpectedly", { error: errorForLog(request.error) });
    request.response = answer(500, pageUnavailable);
  })
  .handler(async (event: APIGatewayProxyEvent) => {
    const id = v.safeParse(DisclosureId, event.pathParameters?.disclosure_id);
    const page = id.success ? await findPublicDisclosure(id.output) : null;
    if (page === null) return answer(404, pageNotFound);
    const now = new Date();
    const [original, altered] = await Promise.all([
      signedUrl("GET", page.original_key, now),
      signedUrl("GET", page.altered_key, now),
    ]);
    return answer(200, pageOf(page, { original, altered }));
  });

const answer = (statusCode: number, { html, pictures }: Page): APIGatewayProxyResult => ({
  statusCode,
  headers: headersOf(pictures),
  body: html,
});
