import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { newApiKey } from "../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { publicPath, wellFormedKey } from "../../lib/firewall.ts";
import { prices } from "../../lib/monitoring/prices.ts";
import { appOf, contextWith, dev, prodWithEndpoint, templateOf } from "../support/stack/synthesize.ts";

const prod = templateOf(prodWithEndpoint());
const properties = (template: Template, type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

describe("of requests without a well-formed key", () => {
  const regex = new RegExp(wellFormedKey);
  const { shownOnce } = newApiKey({ organization_id: "org_1", sandbox: false }, {}, new Date(), systemRandom);

  test("the firewall counts those that its pattern does not match, by their address", () => {
    const [acl] = properties(prod, "AWS::WAFv2::WebACL");
    const rule = acl?.Rules.find(({ Name }: { Name: string }) => Name === "RequestsWithoutKey");
    expect(rule.Action.Block.CustomResponse.ResponseCode).toBe(429);
    expect(rule.Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: "IP",
      ScopeDownStatement: {
        OrStatement: {
          Statements: [
            {
              NotStatement: {
                Statement: {
                  RegexMatchStatement: {
                    RegexString: wellFormedKey,
                    FieldToMatch: { SingleHeader: { Name: "authorization" } },
                  },
                },
              },
            },
            { RegexMatchStatement: { RegexString: publicPath, FieldToMatch: { UriPath: {} } } },
          ],
        },
      },
    });
  });

  test.each([
    `Bearer ${shownOnce}`,
    `bearer   ${shownOnce} `,
    `BEARER ${shownOnce.replace("_live_", "_test_")}`,
  ])("%s is none", (header) => {
    expect(header).toMatch(regex);
  });

  test.each([
    "",
    "Bearer x",
    `Basic ${shownOnce}`,
    `Bearer ${shownOnce}.x`,
    "Bearer stg_live_.",
    `x Bearer ${shownOnce}`,
  ])("%s is one", (header) => {
    expect(header).not.toMatch(regex);
  });

  test("stage dev has that firewall by an option", () => {
    const template = templateOf(appOf(contextWith({ firewall: "true" })));
    expect(properties(template, "AWS::WAFv2::WebACLAssociation")).toHaveLength(1);
    templateOf(dev()).resourceCountIs("AWS::WAFv2::WebACL", 0);
  });
});

test.each([
  ...["/prod/verify", "/verify", "/verify/c2pa.wasm", "/prod/d/01J9ZK3V7Q", "/d/01J9ZK3V7Q"].map(
    (path) => [path, true] as const,
  ),
  ...["/prod/api/v1/generations", "/api/v1/verify", "/verifying", "/prod/dev"].map(
    (path) => [path, false] as const,
  ),
])("%s is a public page, whose visitors are counted whatever their headers: %s", (path, isPublic) => {
  expect(new RegExp(publicPath).test(path)).toBe(isPublic);
});

describe("what visitors can cost in a day", () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("@contentauth/c2pa-wasm/c2pa.wasm"));
  const gigabytes = gzipSync(wasm).length / 1e9;
  const [acl] = properties(prod, "AWS::WAFv2::WebACL");
  const rule = acl?.Rules.find(({ Name }: { Name: string }) => Name === "RequestsWithoutKey");
  const { Limit, EvaluationWindowSec } = rule.Statement.RateBasedStatement;
  const usdOf = (filesPerSecond: number) => filesPerSecond * 86_400 * gigabytes * prices.egressGb;

  test("is at most $30 from one address, which sends at most 1,500 requests in five minutes", () => {
    expect([EvaluationWindowSec, Limit <= 1500]).toEqual([300, true]);
    expect(usdOf(Limit / EvaluationWindowSec)).toBeLessThan(30);
  });

  test("is at most $60 from all addresses: the largest file has a throttle of its own", () => {
    const [stage] = properties(prod, "AWS::ApiGateway::Stage");
    const files = stage?.MethodSettings.filter(({ ResourcePath }: { ResourcePath: string }) =>
      ResourcePath.endsWith("{file}"),
    );
    expect(files.map(({ HttpMethod }: { HttpMethod: string }) => HttpMethod)).toEqual(["GET", "HEAD"]);
    for (const { ThrottlingRateLimit } of files) expect(usdOf(ThrottlingRateLimit)).toBeLessThan(60);
  });
});
