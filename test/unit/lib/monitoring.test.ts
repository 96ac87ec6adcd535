import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  appOf,
  contextWith,
  dev,
  ownModel,
  prodWithEndpoint,
  prodWithModel,
  templateOf,
} from "./synthesize.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const runbooks = read("docs/operations.md");

/** GitHub's anchors of a document's headings. */
const anchors = new Set(
  Array.from(runbooks.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  ),
);

type Alarm = {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  [property: string]: unknown;
};
const alarmsOf = (made: ReturnType<typeof dev>): Alarm[] =>
  Object.entries(templateOf(made).findResources("AWS::CloudWatch::Alarm"))
    .filter(([id]) => id.startsWith("Monitoring"))
    .map(([, { Properties }]) => Properties);

const withEndpoint = alarmsOf(prodWithEndpoint());
const withModel = alarmsOf(prodWithModel());

test("every alarm tells whoever it wakes what happened and where its runbook is", () => {
  expect(withEndpoint.length).toBeGreaterThan(20);
  for (const { AlarmName, AlarmDescription, AlarmActions } of withEndpoint) {
    const [, sentence = "", anchor = ""] =
      /^(.+\.) Runbook: docs\/operations\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];
    expect(sentence.length, AlarmName).toBeGreaterThan(30);
    expect(anchors, AlarmName).toContain(anchor);
    expect(AlarmActions, AlarmName).toHaveLength(1);
  }
});

test("CloudWatch may publish to the topic of every alarm, by a key that it may use", () => {
  const template = templateOf(prodWithModel());
  const topics = template.findResources("AWS::SNS::Topic");
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
      expect(allowed, AlarmName).toMatchObject([{ Action: "sns:Publish" }]);
      const [, id = ""] = /"Ref":"(\w+)"/.exec(JSON.stringify(action)) ?? [];
      expect(topics[id]?.Properties).not.toHaveProperty("KmsMasterKeyId");
    }
});

test("every alarm that an operator asked for is there", () => {
  const names = withModel.map(({ AlarmName }) => AlarmName.replace("Image staging prod: ", ""));
  const routes = names.filter((name) => name.startsWith("Errors of "));
  expect(routes).toHaveLength(7);
  expect(names.filter((name) => name.startsWith("Latency of "))).toHaveLength(7);
  for (const name of [
    "Jobs failed by us",
    "Jobs failed by the model",
    "Jobs that the model did not answer",
    "Jobs without an approved output",
    "Time in queue",
    "Stuck jobs",
    "Executions failed",
    "Webhooks failing",
    "Cost of a job",
    "Dead letters",
    "Throttled functions",
    "Throttled table",
    "Sweeper silent",
    "Sweeper failing",
    "Model backlog",
    "Model without capacity",
  ])
    expect(names).toContain(name);
});

test("a silent sweeper and nothing else raises an alarm by its silence", () => {
  const bySilence = withModel.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
  expect(bySilence.map(({ AlarmName }) => AlarmName)).toEqual(["Image staging prod: Sweeper silent"]);
});

test("alarms go to the address that was given", () => {
  const overrides = { stage: "prod", inferenceEndpointName: "staging", alarmEmail: "night@example.com" };
  const template = templateOf(appOf(contextWith(overrides)));
  template.hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "night@example.com",
  });
});

test("a stage without alarms has its dashboard all the same", () => {
  expect(alarmsOf(dev())).toEqual([]);
  templateOf(dev()).resourceCountIs("AWS::CloudWatch::Dashboard", 1);
});

type Widget = { type: string; properties: { title: string; metrics?: unknown[] } };

/** A dashboard's widgets, with a word in place of each value that is known only when it is deployed. */
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
  const watched = new Set(
    Array.from(read("lib/monitoring/metrics.ts").matchAll(/^ {2}\| "(\w+)"/gm), ([, name = ""]) => name),
  );

  test("that are watched are emitted, and the other way round", () => {
    expect([...watched].sort()).toEqual([...emitted.keys()].sort());
  });

  test("are each on the dashboard or behind an alarm", () => {
    const alarms = JSON.stringify(withModel);
    for (const name of watched) expect(dashboard.includes(name) || alarms.includes(name), name).toBe(true);
  });

  test("go to a namespace of their stage", () => {
    for (const { Properties } of Object.values(templateOf(dev()).findResources("AWS::Lambda::Function")))
      expect(Properties.Environment.Variables.POWERTOOLS_METRICS_NAMESPACE).toBe("ImageStaging/dev");
    expect(dashboard).toContain("ImageStaging/prod");
  });

  test("counted by a value of their own are watched by it", () => {
    const failed = withModel.filter(({ MetricName }) => MetricName === "JobFailed");
    expect(failed.length).toBeGreaterThan(0);
    for (const { Dimensions } of failed)
      expect(Dimensions).toEqual([
        { Name: "code", Value: expect.any(String) },
        { Name: "service", Value: "image-staging-api" },
      ]);
    expect(emitted.get("JobFailed")).toBe("code");
    expect(emitted.get("CandidateRejected")).toBe("reason");
  });
});
