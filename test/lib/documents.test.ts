import { Match } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { appOf, contextWith, dev, templateOf } from "../support/stack/synthesize.ts";

const made = appOf(contextWith({ documents: "true" }));
const template = templateOf(made);
const without = templateOf(dev());

test("published documents are in a private bucket, which CloudFront alone reads", () => {
  const [bucket] = Object.keys(template.findResources("AWS::S3::Bucket")).filter((id) =>
    id.startsWith("Documents"),
  );
  expect(bucket).toBeDefined();
  const [block] = Object.entries(template.findResources("AWS::S3::Bucket"))
    .filter(([id]) => id === bucket)
    .map(([, { Properties }]) => Properties.PublicAccessBlockConfiguration);
  expect(Object.values(block)).toEqual([true, true, true, true]);
  template.hasResourceProperties("AWS::S3::BucketPolicy", {
    Bucket: { Ref: bucket },
    PolicyDocument: {
      Statement: [
        Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        Match.objectLike({
          Action: "s3:GetObject",
          Effect: "Allow",
          Principal: { Service: "cloudfront.amazonaws.com" },
          Condition: { StringEquals: { "AWS:SourceArn": Match.anyValue() } },
        }),
      ],
    },
  });
  template.resourceCountIs("AWS::CloudFront::OriginAccessControl", 1);
});

test("they come over HTTPS, with a page for unknown addresses and headers that forbid framing", () => {
  template.hasResourceProperties("AWS::CloudFront::Distribution", {
    DistributionConfig: Match.objectLike({
      DefaultRootObject: "index.html",
      CustomErrorResponses: [403, 404].map((ErrorCode) =>
        Match.objectLike({ ErrorCode, ResponseCode: 404, ResponsePagePath: "/404.html" }),
      ),
      DefaultCacheBehavior: Match.objectLike({ Compress: true, ViewerProtocolPolicy: "redirect-to-https" }),
    }),
  });
  template.hasResourceProperties("AWS::CloudFront::ResponseHeadersPolicy", {
    ResponseHeadersPolicyConfig: Match.objectLike({
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: "frame-ancestors 'none'", Override: true },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: "DENY", Override: true },
        ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: true },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
      },
    }),
  });
});

test("the outputs name what the operator's command needs", () => {
  expect(Object.keys(template.findOutputs("*"))).toEqual(
    expect.arrayContaining(["DocumentsUrl", "DocumentsBucketName", "DocumentsDistributionId"]),
  );
});

test("they add no finding of cdk-nag", () => {
  const violations = [new AwsSolutionsChecks(made.app), new ServerlessChecks(made.app)].flatMap(
    (pack) => pack.validateScope(made.app).violations,
  );
  expect(violations).toEqual([]);
});

test("a stage without them has the template that it had", () => {
  without.resourceCountIs("AWS::CloudFront::Distribution", 0);
  const { Resources, ...rest } = template.toJSON();
  const others = Object.entries(Resources).filter(([id]) => !id.startsWith("Documents"));
  expect(Object.fromEntries(others)).toEqual(without.toJSON().Resources);
  expect(rest.Outputs.BaseUrl).toEqual(without.toJSON().Outputs.BaseUrl);
});
