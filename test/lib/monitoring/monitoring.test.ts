import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operations } from "../../../lambdas/api/contract/operations.ts";
import { metricNames } from "../../../lambdas/runtime/metrics.ts";
import {
  appOf,
  contextWith,
  dev,
  ownModel,
  prodWithEndpoint,
  prodWithModel,
  templateOf,
} from "../../support/stack/synthesize.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const runbooks = read("docs/runbooks.md");

/** GitHub's anchors of a document's headings. */
const anchors = new Set(
  Array.from(runbooks.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  ),
);

type Metric = { MetricName?: string; Dimensions?: { Name: string; Value: unknown }[] };
type Alarm = Metric & {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  Metrics?: { MetricStat?: { Metric: Metric } }[];
  [property: string]: unknown;
};
/** What an alarm watches: its metric, or those of its expression. */
const metricsOf = ({ Metrics, ...alarm }: Alarm): Metric[] =>
  Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [alarm];
const alarmsOf = (made: ReturnType<typeof dev>): Alarm[] =>
  Object.entries(templateOf(made).findResources("AWS::CloudWatch::Alarm"))
    .filter(([id]) => id.startsWith("Monitoring"))
    .map(([, { Properties }]) => Properties);

const withEndpoint = alarmsOf(prodWithEndpoint());
const withModel = alarmsOf(prodWithModel());
const alarmNamed = (name: string): Alarm => {
  const found = withModel.find(({ AlarmName }) => AlarmName.endsWith(`: ${name}`));
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
};

test("every alarm says what happened and links its runbook", () => {
  expect(withEndpoint.length).toBeGreaterThan(20);
  for (const { AlarmName, AlarmDescription, AlarmActions } of withEndpoint) {
    const [, sentence = "", anchor = ""] =
      /^(.+\.) Runbook: docs\/runbooks\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];
    expect(sentence.length, AlarmName).toBeGreaterThan(30);
    expect(anchors, AlarmName).toContain(anchor);
    expect(AlarmActions, AlarmName).toHaveLength(1);
  }
});

test("CloudWatch of this account can publish to the topic of every alarm", () => {
  const template = templateOf(prodWithModel());
  const statements = Object.values(template.findResources("AWS::SNS::TopicPolicy")).flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement,
  );
  for (const { AlarmName, AlarmActions, OKActions } of withModel)
    for (const action of [AlarmActions, OKActions].flat()) {
      const allowed = statements.filter(
        ({ Effect, Principal, Resource }) =>
          Effect === "Allow" &&
          Principal.Service === "cloudwatch.amazonaws.com" &&
          JSON.stringify(Resource) === JSON.stringify(action),
      );
      const ours = { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } };
      expect(allowed, AlarmName).toMatchObject([{ Action: "sns:Publish", Condition: ours }]);
    }
});

test("every situation that an operator must know of has its alarm", () => {
  const names = withModel.map(({ AlarmName }) => AlarmName.replace("Image staging prod: ", ""));
  const routes = names.filter((name) => name.startsWith("Errors of "));
  expect(routes).toHaveLength(operations.length + 3);
  expect(routes).toContain("Errors of GET /d/{disclosure_id}");
  expect(routes).toContain("Errors of GET /verify");
  expect(names.filter((name) => name.startsWith("Latency of "))).toHaveLength(routes.length);
  for (const name of [
    "Jobs failed by us",
    "Jobs failed by the model",
    "Jobs that the model did not answer",
    "Model failing",
    "Jobs without an approved output",
    "Time in queue",
    "Stuck jobs",
    "Executions failed",
    "Webhooks failing",
    "Cost of a job",
    "Dead letters",
    "Answers lost",
    "Throttled functions",
    "Throttled executions",
    "Transaction conflicts",
    "Requests of the public check",
    "Throttled table",
    "Open executions",
    "Downloads from public pages",
    "Sweeper silent",
    "Sweeper failing",
    "Model backlog",
    "Model without capacity",
  ])
    expect(names).toContain(name);
});

test("alarms are sent to the address that -c alarmEmail names", () => {
  const overrides = { stage: "prod", inferenceEndpointName: "staging", alarmEmail: "night@example.com" };
  const template = templateOf(appOf(contextWith(overrides)));
  template.hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "night@example.com",
  });
});

test("a stage whose model is a function has no alarm on an endpoint", () => {
  const made = appOf(contextWith({}, { name: "dev", settings: { alarms: true } }));
  const names = alarmsOf(made).map(({ AlarmName }) => AlarmName.replace("Image staging dev: ", ""));
  const others = withModel.map(({ AlarmName }) => AlarmName.replace("Image staging prod: ", ""));
  expect(others.filter((name) => !names.includes(name))).toEqual(["Model backlog", "Model without capacity"]);
});

test("a stage without alarms still has its dashboard", () => {
  expect(alarmsOf(dev())).toEqual([]);
  templateOf(dev()).resourceCountIs("AWS::CloudWatch::Dashboard", 1);
});

type Line = { value: number };
type Widget = {
  type: string;
  properties: {
    title: string;
    metrics?: unknown[];
    alarms?: unknown[];
    annotations?: { horizontal: Line[] };
    yAxis?: { left: { label?: string } };
  };
};

/** A dashboard's widgets, with a placeholder for each value that is known only at deployment. */
function widgetsOf(made: ReturnType<typeof dev>): Widget[] {
  const [dashboard] = Object.values(templateOf(made).findResources("AWS::CloudWatch::Dashboard"));
  const parts: unknown[] = dashboard?.Properties.DashboardBody["Fn::Join"][1];
  return JSON.parse(parts.map((part) => (typeof part === "string" ? part : "token")).join("")).widgets;
}

test.each([
  ["dev", dev],
  ["prod with an endpoint", prodWithEndpoint],
  ["prod with a model", prodWithModel],
])("no graph on the dashboard of %s is empty, which CloudWatch refuses", (_stage, make) => {
  const graphs = widgetsOf(make()).filter(({ type }) => type === "metric");
  expect(graphs.length).toBeGreaterThan(8);
  expect(graphs.filter(({ properties }) => !properties.metrics?.length)).toEqual([]);
});

test("the dashboard begins with the state of each alarm, if the stage has alarms", () => {
  const [first] = widgetsOf(prodWithModel());
  expect([first?.type, first?.properties.alarms?.length]).toEqual(["alarm", withModel.length]);
  expect(widgetsOf(dev()).filter(({ type }) => type === "alarm")).toEqual([]);
});

test("each graph begins at zero, and what is no count says its unit once", () => {
  const graphs = widgetsOf(prodWithModel()).filter(({ type }) => type === "metric");
  const units = graphs.flatMap(({ properties: { title, yAxis } }) => {
    expect(yAxis?.left, title).toMatchObject({ min: 0, showUnits: false });
    return yAxis?.left && "label" in yAxis.left ? [[title, yAxis.left.label]] : [];
  });
  expect(units).toEqual([
    ["Time in queue", "seconds"],
    ["From acceptance to success", "seconds"],
    ["Model backlog", "requests"],
    ["Latency, p99", "milliseconds"],
    ["Cost of a job without model, storage and egress", "US dollars"],
  ]);
});

test("the lines of what fails are told apart by their labels", () => {
  const found = widgetsOf(prodWithModel()).find(({ properties: { title } }) => title.startsWith("Dead"));
  const labels = found?.properties.metrics
    ?.flat()
    .flatMap((part) => (part as { label?: string }).label ?? []);
  const executions = ["Generations", "Generations, timed out", "Ingests", "Ingests, timed out", "Deliveries"];
  expect(labels).toEqual(["Dead letters", ...executions]);
});

test("a graph has a line at the threshold of its alarm, if the stage has alarms", () => {
  const linesOf = (made: ReturnType<typeof dev>) =>
    widgetsOf(made).flatMap(({ properties: { title, annotations } }) =>
      annotations ? [[title, annotations.horizontal.map(({ value }) => value)]] : [],
    );
  expect(linesOf(prodWithModel())).toEqual([
    ["Time in queue", [120]],
    ["Model backlog", [100]],
    ["Latency, p99", [4000, 1500, 20_000]],
    ["Cost of a job without model, storage and egress", [0.002]],
  ]);
  expect(linesOf(dev())).toEqual([]);
});

const key = "arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-1111-2222-333344445555";

describe("the functions' own metrics", () => {
  const emitted = new Map<string, string>();
  for (const file of globSync("lambdas/**/*.ts", { cwd: new URL("../../..", import.meta.url) }))
    for (const [, call = ""] of read(file).matchAll(/(?:count|time)Metric\(([^;]*)\);/g))
      for (const [, name = ""] of call.matchAll(/"([A-Z]\w+)"/g))
        emitted.set(name, /\{ (\w+):/.exec(call)?.[1] ?? "");
  const dashboard = JSON.stringify(
    appOf(contextWith({ stage: "prod" }, { name: "prod", settings: { inference: ownModel } })).stack.resolve(
      Object.values(templateOf(prodWithModel()).findResources("AWS::CloudWatch::Dashboard"))[0]?.Properties
        .DashboardBody,
    ),
  );

  test("are each emitted somewhere", () => {
    expect(metricNames.toSorted()).toEqual([...emitted.keys()].toSorted());
  });

  test("are each on the dashboard or behind an alarm", () => {
    const contentCredentials = { certificates: "test/support/certificates.pem", key };
    const settings = { inference: ownModel, contentCredentials };
    const made = appOf(contextWith({ stage: "prod" }, { name: "prod", settings }));
    const alarms = JSON.stringify(alarmsOf(made));
    for (const name of metricNames)
      expect(dashboard.includes(name) || alarms.includes(name), name).toBe(true);
  });

  test("go to a namespace of their stage", () => {
    for (const { Properties } of Object.values(templateOf(dev()).findResources("AWS::Lambda::Function")))
      expect(Properties.Environment.Variables.POWERTOOLS_METRICS_NAMESPACE).toBe("ImageStaging/dev");
    expect(dashboard).toContain("ImageStaging/prod");
  });

  test("that are counted by a dimension are watched by its values", () => {
    const failed = withModel.flatMap(metricsOf).filter(({ MetricName }) => MetricName === "JobFailed");
    for (const { Dimensions } of failed)
      expect(Dimensions).toEqual([
        { Name: "code", Value: expect.any(String) },
        { Name: "service", Value: "image-staging-api" },
      ]);
    const codes = metricsOf(alarmNamed("Model failing")).flatMap(({ Dimensions = [] }) => Dimensions);
    expect(codes.filter(({ Name }) => Name === "code").map(({ Value }) => Value)).toEqual([
      "inference_failed",
      "inference_timeout",
    ]);
    expect(emitted.get("JobFailed")).toBe("code");
    expect(emitted.get("CandidateRejected")).toBe("reason");
  });
});

test("an alarm watches the account's open executions, well below their quota", () => {
  const [alarm] = withEndpoint.filter(({ AlarmName }) => AlarmName.endsWith("Open executions"));
  expect(alarm?.Metrics).toMatchObject([{ Expression: 'SELECT MAX(OpenExecutionCount) FROM "AWS/States"' }]);
  expect(alarm?.Threshold).toBe(100_000);
});

test("a route and an endpoint are watched under the dimensions that AWS publishes them by", () => {
  const template = templateOf(prodWithModel());
  const dimensionsOf = (name: string) => metricsOf(alarmNamed(name)).map(({ Dimensions }) => Dimensions);
  const [api] = Object.values(template.findResources("AWS::ApiGateway::RestApi"));
  const ofRoute = [
    { Name: "ApiName", Value: api?.Properties.Name },
    { Name: "Method", Value: "POST" },
    { Name: "Resource", Value: "/api/v1/generations" },
    { Name: "Stage", Value: "prod" },
  ];
  for (const kind of ["Errors of", "Latency of"])
    expect(dimensionsOf(`${kind} POST /api/v1/generations`)).toEqual([ofRoute]);
  const [endpoint] = Object.keys(template.findResources("AWS::SageMaker::Endpoint"));
  const ofEndpoint = [{ Name: "EndpointName", Value: { "Fn::GetAtt": [endpoint, "EndpointName"] } }];
  for (const name of ["Model backlog", "Model without capacity"])
    expect(dimensionsOf(name)).toEqual([ofEndpoint]);
});

test("what visitors download of public pages is measured, on the prefix of their pictures alone", () => {
  const { Dimensions, Statistic, Period, Threshold } = alarmNamed("Downloads from public pages");
  expect(Dimensions).toContainEqual({ Name: "FilterId", Value: "previews" });
  expect([Statistic, Period, Threshold]).toEqual(["Sum", 3600, 10e9]);
  const [bucket] = Object.values(templateOf(prodWithModel()).findResources("AWS::S3::Bucket"));
  expect(bucket?.Properties.MetricsConfigurations).toEqual([{ Id: "previews", Prefix: "previews/" }]);
  const [inDev] = Object.values(templateOf(dev()).findResources("AWS::S3::Bucket"));
  expect(inDev?.Properties).not.toHaveProperty("MetricsConfigurations");
});
