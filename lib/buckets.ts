import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type IGrantable, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

export type ObjectPrefix = "uploads" | "sources" | "inference" | "inference-results" | "outputs";

/** The pictures: uploads and inference objects pass, sources and outputs stay. */
export class Pictures extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { retainData }: { retainData: boolean }) {
    super(scope, id);
    const passing = (prefix: ObjectPrefix, days: number) => ({
      prefix: `${prefix}/`,
      expiration: Duration.days(days),
    });
    this.bucket = new Bucket(this, "Bucket", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      autoDeleteObjects: false,
      lifecycleRules: [
        passing("uploads", 1),
        passing("inference", 7),
        passing("inference-results", 7),
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
  }

  grantRead(grantee: IGrantable, ...prefixes: ObjectPrefix[]): void {
    this.grant(grantee, "s3:GetObject", prefixes);
  }

  grantWrite(grantee: IGrantable, ...prefixes: ObjectPrefix[]): void {
    this.grant(grantee, "s3:PutObject", prefixes);
  }

  private grant(grantee: IGrantable, action: string, prefixes: ObjectPrefix[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: [action],
        resources: prefixes.map((prefix) => this.bucket.arnForObjects(`${prefix}/*`)),
      }),
    );
  }
}
