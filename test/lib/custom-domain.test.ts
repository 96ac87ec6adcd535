import { Match } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { appOf, contextWith, dev, templateOf } from "../support/stack/synthesize.ts";

const domain = {
  name: "api.example.com",
  certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-1111-2222-333344445555",
};
const made = appOf(
  contextWith({ stage: "prod", inferenceEndpointName: "staging" }, { name: "prod", settings: { domain } }),
);
const template = templateOf(made);
const without = templateOf(dev());

test("a stage with a domain serves its API under that name, over TLS 1.2, without the stage in the path", () => {
  template.hasResourceProperties("AWS::ApiGateway::DomainName", {
    DomainName: domain.name,
    RegionalCertificateArn: domain.certificateArn,
    EndpointConfiguration: { Types: ["REGIONAL"] },
    SecurityPolicy: "TLS_1_2",
  });
  template.hasResourceProperties("AWS::ApiGateway::BasePathMapping", {
    BasePath: Match.absent(),
    RestApiId: { Ref: "ApiRestApiE35FEAFE" },
    Stage: Match.anyValue(),
  });
});

test("its BaseUrl is the domain, and DomainTarget is what the name must point at", () => {
  const outputs = template.findOutputs("*");
  expect(outputs.BaseUrl?.Value).toBe("https://api.example.com/");
  expect(outputs.DomainTarget?.Value).toEqual({
    "Fn::GetAtt": [expect.stringMatching(/^Domain/), "RegionalDomainName"],
  });
});

test("a stage without a domain has neither", () => {
  without.resourceCountIs("AWS::ApiGateway::DomainName", 0);
  expect(without.findOutputs("DomainTarget")).toEqual({});
});

test("a domain adds no finding of cdk-nag", () => {
  const violations = [new AwsSolutionsChecks(made.app), new ServerlessChecks(made.app)].flatMap(
    (pack) => pack.validateScope(made.app).violations,
  );
  expect(violations).toEqual([]);
});
