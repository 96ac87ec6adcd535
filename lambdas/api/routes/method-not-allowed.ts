import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { commonHeaders, envelope, json } from "../chain/http.ts";
import { methodsOf, operations } from "../contract/operations.ts";
import { publicPages } from "../public-pages.ts";

/**
 * Answers a method that a path of the contract, or a public page, does not have: 405 with the methods that it has (RFC 9110, 15.5.6). It has
 * the code `bad_request`, because the contract has no other for it. Nothing is authenticated, counted or read.
 */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const page = publicPages.find(({ path }) => path === event.resource);
  const allowed: readonly string[] =
    page?.methods ?? operations.filter(({ path }) => path === event.resource).flatMap(methodsOf);
  const message = `This path does not take ${event.httpMethod}. Use ${allowed.join(" or ")}.`;
  return json(405, envelope("bad_request", message, false, null), {
    ...commonHeaders(event),
    Allow: allowed.join(", "),
  });
};
