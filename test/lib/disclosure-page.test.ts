import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { appOf, contextWith, dev, prodWithEndpoint, templateOf } from "../support/stack/synthesize.ts";

const stages = { dev: templateOf(dev()), prod: templateOf(prodWithEndpoint()) };
const domain = {
  name: "api.example.com",
  certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-1111-2222-333344445555",
};
const withDomain = templateOf(
  appOf(
    contextWith({ stage: "prod", inferenceEndpointName: "staging" }, { name: "prod", settings: { domain } }),
  ),
);

describe.each(Object.entries(stages))("in %s, the public page", (_stage, template) => {
  test("is a route without a key or an authorizer", () => {
    template.hasResourceProperties("AWS::ApiGateway::Resource", { PathPart: "{disclosure_id}" });
    template.hasResourceProperties("AWS::ApiGateway::Method", {
      HttpMethod: "GET",
      AuthorizationType: "NONE",
      ResourceId: { Ref: Match.stringLikeRegexp("ddisclosureid") },
    });
  });

  // @contract added.14
  test("has a separate throttle below the API's, and is logged and measured as every other method", () => {
    const [stage] = Object.values(template.findResources("AWS::ApiGateway::Stage"));
    const [all, page, head, ...others] = stage?.Properties.MethodSettings ?? [];
    const verify = [
      ["/~1verify", ["GET", "HEAD", "POST"]],
      ["/~1verify~1{file}", ["GET", "HEAD"]],
    ] as const;
    expect(others).toEqual(
      verify.flatMap(([ResourcePath, methods]) =>
        methods.map((HttpMethod) => ({
          ...page,
          HttpMethod,
          ResourcePath,
          ...(ResourcePath.endsWith("{file}") && { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 10 }),
        })),
      ),
    );
    expect(head).toEqual({ ...page, HttpMethod: "HEAD" });
    expect(page).toMatchObject({ HttpMethod: "GET", ResourcePath: "/~1d~1{disclosure_id}" });
    const {
      ThrottlingRateLimit: rate,
      ThrottlingBurstLimit: burst,
      HttpMethod,
      ResourcePath,
      ...rest
    } = page;
    expect([HttpMethod, ResourcePath]).toHaveLength(2);
    expect(rate).toBeLessThan(all.ThrottlingRateLimit);
    expect(burst).toBeLessThan(all.ThrottlingBurstLimit);
    expect(all).toMatchObject(rest);
  });
});

/** The address of the API as functions know it, in text. */
const addressesIn = (template: (typeof stages)["dev"]) =>
  Object.entries(template.findResources("AWS::Lambda::Function")).flatMap(([id, { Properties }]) => {
    const address = Properties.Environment?.Variables?.PUBLIC_BASE_URL;
    return address === undefined ? [] : [[id.replace(/[0-9A-F]{8}$/, ""), address] as const];
  });

test("a function that prints or sends its address knows the API's: its domain, or else its own with the stage", () => {
  for (const [, address] of addressesIn(withDomain)) expect(address).toBe("https://api.example.com");
  const addresses = addressesIn(stages.prod);
  for (const name of ["ApproveCandidates", "GenerationsGet", "DeliverWebhook"])
    expect(addresses.some(([id]) => id.endsWith(name))).toBe(true);
  for (const [, address] of addresses)
    expect(JSON.stringify(address)).toMatch(
      /"https:\/\/",\{"Ref":"ApiRestApi\w+"\},".execute-api\.".*"\/prod"/,
    );
});
