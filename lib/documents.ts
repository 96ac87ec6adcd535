import { Duration } from "aws-cdk-lib";
import {
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct, type IConstruct } from "constructs";
import { explain } from "./cdk-nag.ts";
import { emptyOnDelete } from "./empty-on-delete.ts";
import { removalOf } from "./removal.ts";
import type { StageSettings } from "./settings/stage.ts";

/**
 * Publishes the folder that `npm run docs` builds: a private bucket, and CloudFront in front of it. What is in the bucket is
 * put there by the operator (docs/deploy.md), not by a deployment.
 */
export class Documents extends Construct {
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  readonly url: string;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: removalOf(settings),
    });
    if (!settings.retainData) emptyOnDelete(this, settings, this.bucket);
    // Without permission to list, S3 answers an unknown name with 403.
    const unknown = { responseHttpStatus: 404, responsePagePath: "/404.html", ttl: Duration.minutes(1) };
    this.distribution = new Distribution(this, "Distribution", {
      comment: "Documents for partners",
      defaultRootObject: "index.html",
      httpVersion: HttpVersion.HTTP2_AND_3,
      errorResponses: [403, 404].map((httpStatus) => ({ ...unknown, httpStatus })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(asOrigin(this.bucket)),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: new ResponseHeadersPolicy(this, "Headers", { securityHeadersBehavior }),
      },
    });
    this.url = `https://${this.distribution.distributionDomainName}/`;
    explain(this, {
      "AwsSolutions-S1": "What is in it is public, and CloudFront alone reads it.",
      "AwsSolutions-CFR1": "Partners are everywhere, and what they read here is public.",
      "AwsSolutions-CFR2": "Static pages have nothing that a firewall could protect.",
      "AwsSolutions-CFR3": "Nobody needs to know who read which page; CloudFront's metrics count requests.",
      "AwsSolutions-CFR4":
        "Under CloudFront's own name the minimum of TLS is CloudFront's; no secret passes.",
    });
  }
}

/** CDK's own class does not fit its interface, because an optional property must not be undefined (`isWebsite`). */
function asOrigin(bucket: IConstruct): IBucket {
  if (!isBucket(bucket)) throw new Error("an origin of documents is a bucket");
  return bucket;
}
const isBucket = (construct: IConstruct): construct is IBucket => construct instanceof Bucket;

/** The pages say in a meta element what they load. Only a header can forbid framing. */
const securityHeadersBehavior = {
  contentSecurityPolicy: { contentSecurityPolicy: "frame-ancestors 'none'", override: true },
  contentTypeOptions: { override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
};
