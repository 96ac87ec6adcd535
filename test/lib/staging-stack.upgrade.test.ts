import { describe, expect, test } from "vitest";
import {
  appOf,
  contextWith,
  dev,
  devWithEndpoint,
  fullest,
  ownModel,
  prodWithEndpoint,
  prodWithModel,
  prodWithRendered,
  templateOf,
} from "../support/stack/synthesize.ts";

/** What deployed stages have. If one of these changes, CloudFormation replaces a resource that holds data. */
const deployed = {
  table: {
    logicalId: "DataTableFDBAD0F2",
    keys: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    index: {
      IndexName: "open-work",
      KeySchema: [
        { AttributeName: "gsi1pk", KeyType: "HASH" },
        { AttributeName: "gsi1sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  },
  bucket: { logicalId: "PicturesBucket93B3B90B" },
  api: { logicalId: "ApiRestApiE35FEAFE" },
};

const outputNames = [
  "BaseUrl",
  "BucketName",
  "ContentCredentials",
  "DashboardName",
  "DeadLetterQueueUrl",
  "EventBusName",
  "GenerationStateMachineArn",
  "InferenceErrorTopicArn",
  "InferenceSuccessTopicArn",
  "Issuer",
  "SourceIngestStateMachineArn",
  "TableName",
  "WebhookStateMachineArn",
];

describe.each([
  ["dev", dev],
  ["dev with an endpoint", devWithEndpoint],
  ["prod with an endpoint", prodWithEndpoint],
  ["prod with a model", prodWithModel],
  ["prod on the rendered model", prodWithRendered],
  ...Object.entries(fullest),
])("an upgrade of %s", (_stage, make) => {
  const template = templateOf(make());

  test("keeps the table: its logical id, its keys, and no explicit name", () => {
    const tables = template.findResources("AWS::DynamoDB::Table");
    expect(Object.keys(tables)).toEqual([deployed.table.logicalId]);
    const table = tables[deployed.table.logicalId];
    expect(table?.Properties.KeySchema).toEqual(deployed.table.keys);
    expect(table?.Properties.GlobalSecondaryIndexes).toEqual([deployed.table.index]);
    expect(table?.Properties).not.toHaveProperty("TableName");
  });

  test("keeps the bucket: its logical id, and no explicit name", () => {
    const buckets = template.findResources("AWS::S3::Bucket");
    const ids = Object.keys(buckets).filter((id) => !id.startsWith("Documents"));
    expect(ids).toEqual([deployed.bucket.logicalId]);
    expect(buckets[deployed.bucket.logicalId]?.Properties).not.toHaveProperty("BucketName");
  });

  test("keeps the API, and with it the base URL", () => {
    expect(Object.keys(template.findResources("AWS::ApiGateway::RestApi"))).toEqual([deployed.api.logicalId]);
  });

  test("leaves room below CloudFormation's 500 resources", () => {
    expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(450);
  });

  test("keeps the outputs' names", () => {
    const names = Object.keys(template.findOutputs("*")).filter((name) => !/^(Documents|Domain)/.test(name));
    expect(names.sort()).toEqual(outputNames);
  });
});

describe("an upgrade of a stage with a model", () => {
  const endpointsWith = (changes: object) => {
    const settings = { inference: { ...ownModel, ...changes } };
    const template = templateOf(appOf(contextWith({ stage: "prod" }, { name: "prod", settings })));
    const ids = ["AWS::SageMaker::Endpoint", "AWS::ApplicationAutoScaling::ScalableTarget"].map((type) =>
      Object.keys(template.findResources(type)),
    );
    expect(ids.map(({ length }) => length)).toEqual([1, 1]);
    return ids.flat();
  };
  const before = endpointsWith({});

  test("to another model or more instances updates its endpoint", () => {
    expect(endpointsWith({ modelDataPrefix: "s3://models/staging/2.2/", maxInstances: 9 })).toEqual(before);
  });

  test("to another instance type makes a new endpoint: SageMaker refuses to change one that scales", () => {
    const after = endpointsWith({ instanceType: "ml.g6.2xlarge" });
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });
});

/** What holds data or addresses: a changed id replaces it. */
const stateful = /^AWS::(DynamoDB::Table|S3::Bucket|SQS::Queue|ApiGateway::RestApi|Events::EventBus)$/;

type Resources = Record<string, { Type: string }>;
const countsOf = (resources: Resources) =>
  Object.values(resources).reduce<Record<string, number>>(
    (counts, { Type }) => Object.assign(counts, { [Type]: (counts[Type] ?? 0) + 1 }),
    {},
  );

test("stage prod has what stage dev has that holds data, under the same ids; a table says what differs", () => {
  const [inDev, inProd, ...inFullest]: Resources[] = [dev, prodWithRendered, ...Object.values(fullest)].map(
    (make) => templateOf(make()).toJSON().Resources,
  );
  const [ofDev, ofProd] = [inDev ?? {}, inProd ?? {}];
  const holdsData = Object.entries(ofDev).filter(([, { Type }]) => stateful.test(Type));
  for (const there of [ofProd, ...inFullest])
    expect(holdsData.filter(([id, { Type }]) => there[id]?.Type !== Type)).toEqual([]);
  const [few, many] = [countsOf(ofDev), countsOf(ofProd)];
  const rows = [...new Set([...Object.keys(few), ...Object.keys(many)])]
    .filter((type) => few[type] !== many[type])
    .sort()
    .map((type) => `| ${type} | ${few[type] ?? 0} | ${many[type] ?? 0} |`);
  expect(rows.length).toBeGreaterThan(5);
  const all = `| all | ${Object.keys(ofDev).length} | ${Object.keys(ofProd).length} |`;
  const full = inFullest.map((there, nth) => `${Object.keys(fullest)[nth]}: ${Object.keys(there).length}`);
  if (process.env.TEMPLATE_DIFF) console.log(["", ...rows, all, ...full].join("\n"));
});
