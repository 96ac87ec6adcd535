import { type CustomResource, Duration, Stack } from "aws-cdk-lib";
import { type IGrantable, PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { inferenceResultsPrefix, organizationPrefixes } from "../lambdas/storage/object-keys.ts";
import { allowPattern, explain } from "./cdk-nag.ts";
import { emptyOnDelete } from "./empty-on-delete.ts";
import { removalOf } from "./removal.ts";
import type { StageSettings } from "./settings/stage.ts";

type ObjectPrefix = (typeof organizationPrefixes)[number] | typeof inferenceResultsPrefix;

/** What visitors without a key download. S3 measures its requests if there are alarms, as a filter of this name. */
export const publicPictures = "previews" satisfies ObjectPrefix;

/** How long a deleted or replaced source or output can be restored, in days. */
const restorableDays = 30;

/** The bucket of pictures. Uploads and inference objects pass; sources and outputs stay. */
export class Pictures extends Construct {
  readonly bucket: Bucket;
  private readonly emptied: CustomResource | null;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { retainData, alarms } = settings;
    this.bucket = new Bucket(this, "Bucket", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: retainData,
      removalPolicy: removalOf(settings),
      metrics: alarms ? [{ id: publicPictures, prefix: `${publicPictures}/` }] : [],
      lifecycleRules: [
        passing("uploads", 1),
        passing("inference", 7),
        passing("inference-results", 7),
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(restorableDays),
          // Of an object whose versions are all gone.
          expiredObjectDeleteMarker: true,
        },
      ],
    });
    this.emptied = retainData ? null : emptyOnDelete(this, settings, this.bucket);
    explain(this.bucket, {
      "AwsSolutions-S1":
        "CloudTrail's data events say who read which picture, if that must be known (docs/runbooks.md).",
    });
  }

  /** With its stack, the bucket is emptied after these writers are deleted: one that still ran would fill it again. */
  emptiedAfter(...writers: Construct[]): void {
    if (this.emptied) for (const writer of writers) writer.node.addDependency(this.emptied);
  }

  /** Allows reading objects. Without s3:ListBucket, S3 answers a missing object with 403 instead of 404. */
  grantRead(grantee: IGrantable, ...prefixes: ObjectPrefix[]): void {
    this.grantSignedRead(grantee, ...prefixes);
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [this.bucket.bucketArn] }),
    );
  }

  /** Allows signing URLs by which others read objects: a signed URL has the permissions of its signer. */
  grantSignedRead(grantee: IGrantable, ...prefixes: ObjectPrefix[]): void {
    for (const prefix of prefixes) this.grant(grantee, "s3:GetObject", prefix);
  }

  /** Allows writing objects, and signing URLs by which others write them. */
  grantWrite(grantee: IGrantable, ...prefixes: ObjectPrefix[]): void {
    for (const prefix of prefixes) this.grant(grantee, "s3:PutObject", prefix);
  }

  /** Allows finding objects by their keys and deleting them. */
  grantDelete(grantee: IGrantable, ...prefixes: ObjectPrefix[]): void {
    for (const prefix of prefixes) this.grant(grantee, "s3:DeleteObject", prefix);
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [this.bucket.bucketArn] }),
    );
  }

  private grant(grantee: IGrantable, action: string, prefix: ObjectPrefix): void {
    const [logicalId] = Stack.of(this).resolve(this.bucket.bucketArn)["Fn::GetAtt"];
    allowPattern(grantee, {
      actions: [action],
      resource: this.bucket.arnForObjects(`${prefix}/*`),
      pattern: `<${logicalId}.Arn>/${prefix}/*`,
      reason: `Objects are named by organization and job at run time: the prefix ${prefix}/ is the narrowest pattern.`,
    });
  }
}

/**
 * Objects that nobody needs after some days. In a versioned bucket, expiration only hides an object: its bytes go with
 * the noncurrent version. Of several rules for one object, S3 follows the shorter.
 */
const passing = (prefix: ObjectPrefix, days: number): LifecycleRule => ({
  prefix: `${prefix}/`,
  expiration: Duration.days(days),
  noncurrentVersionExpiration: Duration.days(1),
});
