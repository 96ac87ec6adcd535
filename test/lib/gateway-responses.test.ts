import { expect, test } from "vitest";
import { publishedOperations } from "../../lambdas/api/contract/published/index.ts";
import { validatorOf } from "../support/openapi.ts";
import { dev, templateOf } from "../support/stack/synthesize.ts";

const template = templateOf(dev());
const propertiesOf = <T>(type: string): Record<string, T> =>
  Object.fromEntries(
    Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties]),
  );

type Resource = { ParentId: { Ref?: string }; PathPart: string };
type Method = { HttpMethod: string; ResourceId: { Ref: string } };

test("the template has the routes of the OpenAPI document, ANY for each of their paths, and the public pages", () => {
  const resources = propertiesOf<Resource>("AWS::ApiGateway::Resource");
  const pathOf = (id: string | undefined): string => {
    const resource = id === undefined ? undefined : resources[id];
    return resource ? `${pathOf(resource.ParentId.Ref)}/${resource.PathPart}` : "";
  };
  const routes = Object.values(propertiesOf<Method>("AWS::ApiGateway::Method")).map(
    ({ HttpMethod, ResourceId }) => `${HttpMethod} ${pathOf(ResourceId.Ref)}`,
  );
  const documented = publishedOperations.map(({ operation }) => operation);
  const paths = [...new Set(documented.map(({ path }) => path))];
  const expected = [
    ...documented.map(({ method, path }) => `${method} ${path}`),
    ...documented.flatMap(({ method, path }) => (method === "GET" ? [`HEAD ${path}`] : [])),
    ...paths.map((path) => `ANY ${path}`),
    "ANY /d/{disclosure_id}",
    "GET /d/{disclosure_id}",
    "HEAD /d/{disclosure_id}",
    "ANY /verify",
    "GET /verify",
    "HEAD /verify",
    "POST /verify",
    "ANY /verify/{file}",
    "GET /verify/{file}",
    "HEAD /verify/{file}",
  ];
  expect(routes.toSorted()).toEqual(expected.toSorted());
});

type GatewayResponse = {
  ResponseType: string;
  StatusCode?: string;
  ResponseTemplates: Record<string, string>;
  ResponseParameters: Record<string, string>;
};
const responses = Object.values(
  propertiesOf("AWS::ApiGateway::GatewayResponse"),
) as unknown as GatewayResponse[];
const codes: Record<string, string> = {
  "400": "bad_request",
  "403": "forbidden",
  "404": "not_found",
  "413": "bad_request",
  "429": "rate_limited",
  "500": "internal_error",
};

test.each(responses)("API Gateway's own $ResponseType carries the envelope and the headers", (response) => {
  const { StatusCode, ResponseTemplates, ResponseParameters } = response;
  const body = JSON.parse(ResponseTemplates["application/json"] ?? "");
  expect(validatorOf({ $ref: "#/components/schemas/Error" })(body)).toBeNull();
  expect(body.error.code).toBe(codes[StatusCode ?? "400"]);
  expect(body.error.retryable).toBe(StatusCode === "429" || StatusCode === "500");
  const header = (name: string) => ResponseParameters[`gatewayresponse.header.${name}`];
  expect(header("Cache-Control")).toBe("'no-store'");
  expect(header("x-request-id")).toBe("context.requestId");
  expect(header("Retry-After")).toBe(StatusCode === "429" ? `'${body.error.retry_after}'` : undefined);
});

test("every gateway response is covered: each 4XX that a method may have by name, the rest by the two defaults", () => {
  const types = responses.map(({ ResponseType }) => ResponseType);
  expect(types.toSorted()).toEqual([
    "DEFAULT_4XX",
    "DEFAULT_5XX",
    "EXPIRED_TOKEN",
    "INVALID_SIGNATURE",
    "MISSING_AUTHENTICATION_TOKEN",
    "REQUEST_TOO_LARGE",
    "RESOURCE_NOT_FOUND",
    "THROTTLED",
    "UNSUPPORTED_MEDIA_TYPE",
    "WAF_FILTERED",
  ]);
});

test("the default of 4XX keeps AWS's status: any other would apply to every other 4XX", () => {
  const statusOf = (type: string) => responses.find(({ ResponseType }) => ResponseType === type)?.StatusCode;
  expect(statusOf("DEFAULT_4XX")).toBeUndefined();
  expect(statusOf("DEFAULT_5XX")).toBe("500");
});
