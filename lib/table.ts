import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import { type IGrantable, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";

export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "ConditionCheckItem"
  | "DeleteItem";

const indexName = "open-work";

/** The one table. Its keys are documented in lambdas/storage/keys.ts. */
export class ServiceTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, { retainData }: { retainData: boolean }) {
    super(scope, id);
    this.table = new Table(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: retainData,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      timeToLiveAttribute: "expires_at",
    });
    this.table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: { name: "gsi1pk", type: AttributeType.STRING },
      sortKey: { name: "gsi1sk", type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }

  /** Allows the actions on items whose partition key starts with one of the prefixes, and on no others. */
  grant(grantee: IGrantable, prefixes: string[], actions: TableAction[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [this.table.tableArn],
        conditions: {
          "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes.map((prefix) => `${prefix}*`) },
        },
      }),
    );
  }

  /** Allows reading the sweeper's work list. */
  grantOpenWork(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["dynamodb:Query"],
        resources: [`${this.table.tableArn}/index/${indexName}`],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["OPEN#*"] } },
      }),
    );
  }
}
