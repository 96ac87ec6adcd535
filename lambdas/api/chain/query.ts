import type { APIGatewayProxyEvent } from "aws-lambda";
import * as v from "valibot";
import { unprocessable } from "../../domain/errors.ts";
import type { Query } from "../contract/operation.ts";
import { parseInput } from "./parse-input.ts";

const noQuery = v.strictObject({});

/** Throws a validation_error if a request of an operation without query parameters has one. */
export function refuseQuery({ query }: { query?: Query }, event: APIGatewayProxyEvent): void {
  if (query === undefined) queryOf({ query: noQuery }, event);
}

/**
 * The query parameters that an operation declares, parsed. Throws a validation_error that names one that is unknown,
 * wrong or sent twice.
 */
export function queryOf<const Q extends Query>(
  { query }: { query: Q },
  { queryStringParameters, multiValueQueryStringParameters }: APIGatewayProxyEvent,
): v.InferOutput<Q> {
  for (const [name, values] of Object.entries(multiValueQueryStringParameters ?? {}))
    if (values && values.length > 1) throw unprocessable(`${name.slice(0, 80)} must be sent once.`);
  return parseInput(query, queryStringParameters ?? {}, "query parameter");
}
