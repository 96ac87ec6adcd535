import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { type IGrantable, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";

/** Prefixes of partition keys, to which access is granted separately: see lambdas/storage/keys.ts. */
export type KeyPrefix = "ORG#" | "ORGS" | "KEY#" | "RATE#" | "SIGNING#" | "DISCLOSURE#" | "AUDIT";

export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "ConditionCheckItem";

const indexName = "open-work";

type Settings = { retainData: boolean; restoredTable?: string | undefined };

/**
 * The one table. Its keys are documented in lambdas/storage/keys.ts. After a loss, a restored table takes its place by its name;
 * the stack keeps the lost one until the setting is gone.
 */
export class ServiceTable extends Construct {
  readonly table: Pick<ITable, "tableName" | "tableArn" | "metric">;

  constructor(scope: Construct, id: string, { retainData, restoredTable }: Settings) {
    super(scope, id);
    const table = new Table(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: retainData,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      timeToLiveAttribute: "expires_at",
    });
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: { name: "gsi1pk", type: AttributeType.STRING },
      sortKey: { name: "gsi1sk", type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.table = restoredTable === undefined ? table : Table.fromTableName(this, "Restored", restoredTable);
  }

  /**
   * Allows the actions on items with a partition key that starts with a prefix, and on no others. A role has one grant of
   * each write of its transactions, with all their prefixes: they pass whether IAM looks at items one by one or all at once.
   */
  grant(grantee: IGrantable, prefixes: KeyPrefix | KeyPrefix[], actions: TableAction[]): void {
    allow(grantee, actions, this.table.tableArn, [prefixes].flat());
  }

  /** A metric of the sweeper's work list, which the table's own leave out, as a sum over five minutes. */
  indexMetric(metricName: string): Metric {
    return new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName: this.table.tableName, GlobalSecondaryIndexName: indexName },
      statistic: "Sum",
      period: Duration.minutes(5),
    });
  }

  /** Allows reading the sweeper's work list. */
  grantOpenWork(grantee: IGrantable): void {
    allow(grantee, ["Query"], `${this.table.tableArn}/index/${indexName}`, ["OPEN#"]);
  }
}

/**
 * A request without keys would satisfy ForAllValues. Each of these actions names its keys; Scan, which names none, is not
 * among them.
 */
function allow(grantee: IGrantable, actions: TableAction[], resource: string, prefixes: string[]): void {
  grantee.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [resource],
      conditions: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes.map((prefix) => `${prefix}*`) },
      },
    }),
  );
}
