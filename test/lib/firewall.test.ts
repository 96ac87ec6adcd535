import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { newApiKey } from "../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { wellFormedKey } from "../../lib/firewall.ts";
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
        NotStatement: {
          Statement: {
            RegexMatchStatement: {
              RegexString: wellFormedKey,
              FieldToMatch: { SingleHeader: { Name: "authorization" } },
            },
          },
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
