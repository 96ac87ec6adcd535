import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { entries } from "../support/stack/bundles.ts";
import { functionRoles, statementsByRole } from "../support/stack/policies.ts";
import { appOf, contextWith, everyTemplate, templateOf } from "../support/stack/synthesize.ts";

const stages = everyTemplate();
const roles = functionRoles(stages.dev);
const idFits = (logicalId: string, name: string) => new RegExp(`${name}[0-9A-F]{8}$`).test(logicalId);
const sorted = (values: Iterable<string>) => [...values].sort();

test("every function of the template has a known entry", () => {
  const unknown = [...roles.keys()].filter((id) => !Object.keys(entries).some((name) => idFits(id, name)));
  expect(unknown).toEqual([]);
  expect(Object.keys(entries)).toHaveLength(roles.size);
});

test("a stage with a model may invoke that model, those of plans and pro_capture, and for sandboxes the simulated one", () => {
  for (const stage of ["dev with an endpoint", "prod with an endpoint", "prod with a model"] as const) {
    const functions = functionRoles(stages[stage]);
    const [, starter] = [...functions].find(([id]) => idFits(id, "StartInference")) ?? [];
    const resourceOf = (action: string) =>
      JSON.stringify(
        starter?.statements.filter(({ Action }) => Action === action).map((one) => one.Resource),
      );
    expect(resourceOf("sagemaker:InvokeEndpointAsync")).toMatch(/^\[\{/);
    const machines = resourceOf("states:StartExecution").matchAll(/"Ref":"Inference(\w+)Inference\w{8}"/g);
    expect(sorted(Array.from(machines, ([, name = ""]) => name))).toEqual(["Enhance", "Plans", "Simulated"]);
    expect(starter?.variables).toEqual(
      expect.arrayContaining(["INFERENCE_ENDPOINT_NAME", "SIMULATOR_STATE_MACHINE_ARN"]),
    );
  }
});

test.each([
  ["Simulator", "SimulatedInference"],
  ["Plans", "PlansInference"],
  ["Enhance", "EnhanceInference"],
])(
  "the roles of the model %s reach its function and the topics, no other data and no endpoint",
  (name, its) => {
    for (const template of Object.values(stages)) {
      const [, model] = [...functionRoles(template)].find(([id]) => idFits(id, name)) ?? [];
      expect([...(model?.actions ?? ["none"])]).toEqual([]);
      const [, machine = []] =
        [...statementsByRole(template)].find(([id]) => id.startsWith(`Inference${its}Role`)) ?? [];
      const granted = machine
        .flatMap(({ Action }) => Action)
        .filter((action) => !/^(logs|xray):/.test(action));
      expect(sorted(granted)).toEqual(["lambda:InvokeFunction", "sns:Publish"]);
    }
  },
);

test("a stage with the rendered model may invoke that, and its roles reach its topics, no data", () => {
  const settings = { inference: { backend: "rendered" } };
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const functions = [...functionRoles(template)];
  const [, starter] = functions.find(([id]) => idFits(id, "StartInference")) ?? [];
  expect(starter?.variables).toEqual(
    expect.arrayContaining(["INFERENCE_STATE_MACHINE_ARN", "SIMULATOR_STATE_MACHINE_ARN"]),
  );
  const [, model] = functions.find(([id]) => idFits(id, "Renderer")) ?? [];
  expect([...(model?.actions ?? ["none"])]).toEqual([]);
  const [, machine = []] =
    [...statementsByRole(template)].find(([id]) => id.startsWith("InferenceRenderedInferenceRole")) ?? [];
  const granted = machine.flatMap(({ Action }) => Action).filter((action) => !/^(logs|xray):/.test(action));
  expect(sorted(granted)).toEqual(["lambda:InvokeFunction", "sns:Publish"]);
});

test("if a model is deployed, its role does not reach the simulated one", () => {
  const roles = [...statementsByRole(stages["prod with a model"])];
  const [, model] = roles.find(([id]) => id.startsWith("InferenceModelRole")) ?? [];
  expect(model?.length).toBeGreaterThan(3);
  expect(JSON.stringify(model)).not.toMatch(/Simulat/);
});

test("an endpoint is invoked by its name and allowed by its ARN, which SageMaker writes in lower case", () => {
  const template = templateOf(appOf(contextWith({ inferenceEndpointName: "Staging-V2" })));
  const [, starter] = [...functionRoles(template)].find(([id]) => idFits(id, "StartInference")) ?? [];
  expect(JSON.stringify(starter?.statements)).toContain(":endpoint/staging-v2");
  expect(JSON.stringify(template.findResources("AWS::Lambda::Function"))).toContain('"Staging-V2"');
});

describe("of the pictures", () => {
  const who = (action: string, prefix: string) =>
    sorted([...roles].filter(([, role]) => role.objects.get(action)?.has(prefix)).map(([id]) => id)).map(
      (id) => Object.keys(entries).find((name) => idFits(id, name)) ?? id,
    );

  const showing = [
    "DisclosurePageShow",
    "GenerationsCancel",
    "GenerationsGet",
    "GenerationsList",
    "ListingsGet",
  ];

  test("only the approval writes outputs; those that sign their URLs or look for cached ones read them", () => {
    expect(who("s3:PutObject", "outputs/")).toEqual(["ApproveCandidates"]);
    expect(who("s3:GetObject", "outputs/")).toEqual([...showing, "StartInference", "DeliverWebhook"]);
  });

  test("the routes that take files or sign their URLs write uploads; the ingest reads them", () => {
    expect(who("s3:PutObject", "uploads/")).toEqual([
      "GenerationsCreate",
      "SourceAssetsCreate",
      "UploadsCreate",
    ]);
    expect(who("s3:GetObject", "uploads/")).toEqual(["IngestSource"]);
  });

  test("the ingest writes sources; the pipeline reads them, and so do those who get the original", () => {
    expect(who("s3:PutObject", "sources/")).toEqual(["IngestSource"]);
    expect(who("s3:GetObject", "sources/")).toEqual([
      ...showing,
      "ApproveCandidates",
      "StartInference",
      "DeliverWebhook",
    ]);
  });

  test("the model writes candidates by URLs that start-inference signs; the approval reads them", () => {
    expect(who("s3:PutObject", "inference/")).toEqual(["StartInference"]);
    expect(who("s3:GetObject", "inference/")).toEqual(["ApproveCandidates"]);
  });

  test("the completion of the inference reads the model's answers", () => {
    expect(who("s3:PutObject", "inference-results/")).toEqual([]);
    expect(who("s3:GetObject", "inference-results/")).toEqual(["CompleteInference"]);
  });
});

describe.each(Object.entries(stages))("in %s", (_stage, template) => {
  test("only the webhook function and the one that makes signing secrets read them", () => {
    const readers = [...functionRoles(template)].filter(([, role]) => role.keyPrefixes.has("SIGNING#"));
    expect(readers.map(([id]) => id)).toEqual([
      expect.stringMatching(/DeliverWebhook/),
      expect.stringMatching(/WebhooksCreateSecret/),
    ]);
  });

  // @contract added.14
  test("the public page's function reads pages and their pictures, and has access to nothing else", () => {
    const [, show] = [...functionRoles(template)].find(([id]) => idFits(id, "DisclosurePageShow")) ?? [];
    expect([...(show?.keyPrefixes ?? [])]).toEqual(["DISCLOSURE#"]);
    expect(sorted(show?.actions ?? [])).toEqual(["dynamodb:GetItem", "s3:GetObject"]);
    expect(sorted(show?.objects.get("s3:GetObject") ?? [])).toEqual(["outputs/", "previews/", "sources/"]);
  });

  test("access to the table is limited by a condition on its keys, to actions that name keys", () => {
    const naming = /^dynamodb:(GetItem|BatchGetItem|Query|PutItem|UpdateItem|ConditionCheckItem)$/;
    for (const statements of statementsByRole(template).values())
      for (const { Action, Condition } of statements) {
        const onTable = [Action].flat().filter((action) => action.startsWith("dynamodb:"));
        if (onTable.length === 0) continue;
        expect(onTable.filter((action) => !naming.test(action))).toEqual([]);
        expect(Condition).toHaveProperty(["ForAllValues:StringLike", "dynamodb:LeadingKeys"]);
      }
  });

  test("a role has one statement for each write of its transactions, so that IAM may look at them as a whole", () => {
    // The count of requests is written alone.
    const alone = JSON.stringify(["RATE#*"]);
    for (const statements of statementsByRole(template).values()) {
      const writes = statements
        .filter(({ Condition }) => JSON.stringify(Condition ?? "").includes(alone) === false)
        .flatMap(({ Action }) => Action)
        .filter((action) => /^dynamodb:(PutItem|UpdateItem|ConditionCheckItem)$/.test(action));
      expect(sorted(writes)).toEqual(sorted(new Set(writes)));
    }
  });

  test("no role has a wildcard in an action", () => {
    const actions = [...statementsByRole(template).values()].flat().flatMap(({ Action }) => Action);
    expect(actions.length).toBeGreaterThan(50);
    expect(actions.filter((action) => action.includes("*"))).toEqual([]);
  });

  test("a function that still runs when the stack is deleted cannot make its log group again", () => {
    const makers = [...statementsByRole(template)].filter(([, statements]) =>
      statements.some(({ Action }) => [Action].flat().includes("logs:CreateLogGroup")),
    );
    expect(makers.map(([id]) => id).filter((id) => !/SageMaker|Model/.test(id))).toEqual([]);
  });

  test("a wildcard for all resources is used only if AWS supports no resources", () => {
    const withoutResources =
      /^(xray:(PutTraceSegments|PutTelemetryRecords|GetSamplingRules|GetSamplingTargets)|logs:\w*(LogDelivery|LogDeliveries|ResourcePolicy|ResourcePolicies|LogGroups)|ecr:GetAuthorizationToken|cloudwatch:PutMetricData)$/;
    const wide = [...statementsByRole(template).values()]
      .flat()
      .filter(({ Resource }) => [Resource].flat().includes("*"))
      .flatMap(({ Action }) => Action);
    expect(wide.filter((action) => !withoutResources.test(action))).toEqual([]);
  });
});

describe.each(["kms", "secretsmanager"] as const)("a stage that signs with a key in %s", (service) => {
  const key = {
    kms: "arn:aws:kms:eu-central-1:123456789012:key/0d1e2f3a",
    secretsmanager: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:credentials-AbCdEf",
  }[service];
  const certificates = fileURLToPath(new URL("../support/certificates.pem", import.meta.url));
  const settings = { contentCredentials: { certificates, key, timestampUrl: "https://time.example.com/" } };
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const functions = [...functionRoles(template)];

  test("lets approval alone use the key, and names the key to no other function", () => {
    const action = { kms: "kms:Sign", secretsmanager: "secretsmanager:GetSecretValue" }[service];
    const using = functions.filter(([, { actions }]) => actions.has(action)).map(([id]) => id);
    expect(using).toEqual([expect.stringMatching(/ApproveCandidates/)]);
    const statement = functions
      .flatMap(([, { statements }]) => statements)
      .find(({ Action }) => Action === action);
    expect(statement?.Resource).toBe(key);
    const named = Object.entries(template.findResources("AWS::Lambda::Function")).filter(([, resource]) =>
      JSON.stringify(resource).includes(key),
    );
    expect(named.map(([id]) => id)).toEqual(using);
  });

  test("runs approval where the library runs, and gives the certificates to the page that checks, and tells what reads the cache", () => {
    const resources = Object.entries(template.findResources("AWS::Lambda::Function"));
    const propertiesOf = (name: string) => resources.find(([id]) => idFits(id, name))?.[1].Properties;
    expect(propertiesOf("ApproveCandidates").Architectures).toEqual(["x86_64"]);
    expect(propertiesOf("IngestSource").Architectures).toEqual(["arm64"]);
    expect(Object.keys(propertiesOf("VerifyCheck").Environment.Variables)).toContain(
      "CREDENTIALS_CERTIFICATES",
    );
    expect(propertiesOf("StartInference").Environment.Variables).toMatchObject({
      OUTPUTS_ARE_SIGNED: "true",
    });
  });
});
