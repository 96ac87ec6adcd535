import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { commonHeaders, envelope, json } from "../chain/http.ts";
import { operations } from "../contract/operations.ts";
import { disclosurePage } from "../disclosure-page/route.ts";

/**
 * Answers a method that a path of the contract, or the public page, does not have: 405 with the methods that it has (RFC 9110, 15.5.6). It has
 * the code `bad_request`, because the contract has no other for it. Nothing is authenticated, counted or read.
 */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const allowed: string[] =
    event.resource === disclosurePage.path
      ? [...disclosurePage.methods]
      : operations.filter(({ path }) => path === event.resource).map(({ method }) => method);
  const message = `This path does not take ${event.httpMethod}. Use ${allowed.join(" or ")}.`;
  return json(405, envelope("bad_request", message, false, null), {
    ...commonHeaders(event),
    Allow: allowed.join(", "),
  });
};
