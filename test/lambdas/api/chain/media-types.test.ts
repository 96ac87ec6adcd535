import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { acceptedType } from "../../../../lambdas/api/chain/media-types.ts";
import { GetStatement } from "../../../../lambdas/api/contract/statements/get.ts";

const typeFor = (...accept: string[]) =>
  acceptedType(
    { multiValueHeaders: { Accept: accept } } as unknown as APIGatewayProxyEvent,
    GetStatement.types,
  );

// @contract added.48
test.each([
  ["application/json", "application/json; charset=utf-8"],
  ["application/json", "application/json;version=1"],
  ["application/json", "application/pdf; q=0.3, application/json"],
  ["application/json", "application/pdf;q=0"],
  ["text/csv", "text/csv; charset=utf-8"],
  ["text/csv", "text/csv; header=present"],
  ["text/csv", 'image/png, TEXT/CSV; a="b,c;q=0";q=0.2'],
  ["application/pdf", "text/html, application/pdf ; q = 0.5"],
])("%s answers Accept: %s, whatever its parameters", (type, accept) => {
  expect(typeFor(accept)).toBe(type);
});

test.each([
  [],
  [""],
  ["text/html"],
  ["text/json"],
  ["image/png", "x"],
  [","],
  ['"'],
  ["application/json;q=0"],
])("JSON answers Accept: %s, as it did before there were other forms", (...accept) => {
  expect(typeFor(...accept)).toBe("application/json");
});
