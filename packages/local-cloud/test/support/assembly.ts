import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalCloud, startLocalCloud, type TemplateOptions } from "../../src/start.ts";

type FunctionSource = { code: string; timeout?: number; variables?: Record<string, unknown> };

/** A cloud assembly as the CDK writes it, with these functions and other resources, in a new directory. */
export function makeAssembly(
  functions: Record<string, FunctionSource>,
  resources: object = {},
  outputs: object = {},
) {
  const directory = mkdtempSync(join(tmpdir(), "assembly-"));
  const functionResources = Object.entries(functions).map(([id, { code, timeout = 10, variables = {} }]) => {
    mkdirSync(join(directory, `asset.${id}`));
    writeFileSync(join(directory, `asset.${id}`, "index.mjs"), code);
    const Properties = { Handler: "index.handler", Timeout: timeout, Environment: { Variables: variables } };
    return [id, { Type: "AWS::Lambda::Function", Properties, Metadata: { "aws:asset:path": `asset.${id}` } }];
  });
  const template = {
    Resources: { ...Object.fromEntries(functionResources), ...resources },
    Outputs: outputs,
  };
  writeFileSync(join(directory, "test.template.json"), JSON.stringify(template));
  return directory;
}

/** A state machine resource. Its definition can refer to functions as `${id}`. */
export const stateMachine = (definition: object, functions: string[]) => ({
  Type: "AWS::StepFunctions::StateMachine",
  Properties: {
    DefinitionString: JSON.stringify(definition),
    DefinitionSubstitutions: Object.fromEntries(functions.map((id) => [id, { "Fn::GetAtt": [id, "Arn"] }])),
  },
});

/** The resources of a REST API with these routes, as `"GET /things/{id}": functionId`. */
export function restApi(routes: Record<string, string>, properties: object = {}) {
  const resources: Record<string, object> = {
    Api: { Type: "AWS::ApiGateway::RestApi", Properties: properties },
  };
  for (const [route, functionId] of Object.entries(routes)) {
    const [method = "", path = ""] = route.split(" ");
    let parent: object = { "Fn::GetAtt": ["Api", "RootResourceId"] };
    for (const [index, part] of path.split("/").slice(1).entries()) {
      const id = `Resource${path
        .split("/")
        .slice(1, index + 2)
        .join("")
        .replace(/\W/g, "x")}`;
      resources[id] = { Type: "AWS::ApiGateway::Resource", Properties: { ParentId: parent, PathPart: part } };
      parent = { Ref: id };
    }
    const uri = [
      "arn:aws:apigateway:x:lambda:path/2015-03-31/functions/",
      { "Fn::GetAtt": [functionId, "Arn"] },
      "/invocations",
    ];
    const Integration = { Type: "AWS_PROXY", Uri: { "Fn::Join": ["", uri] } };
    resources[`Method${method}${path.replace(/\W/g, "x")}`] = {
      Type: "AWS::ApiGateway::Method",
      Properties: { HttpMethod: method, ResourceId: parent, Integration },
    };
  }
  return resources;
}

type Running = { environment: Record<string, string> };

/** What an AWS SDK's client of a running service is made with, for a service such as SFN. */
export const sdkOf = (
  { environment }: Running,
  name: "DYNAMODB" | "SQS" | "S3" | "SFN" | "EVENTBRIDGE" | "SAGEMAKER_RUNTIME",
) => ({
  endpoint: environment[`AWS_ENDPOINT_URL_${name}`] ?? "",
  region: environment.AWS_REGION ?? "",
  credentials: {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
  },
});

/** A cloud on a free port and in a new data directory. */
export async function startTestCloud(assembly: string, options: Partial<TemplateOptions> = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "local-cloud-"));
  const cloud = await startLocalCloud({ port: 0, assembly, ...options, dataDir });
  return { ...cloud, dataDir };
}

export async function discard(service: Pick<LocalCloud, "stop"> & { dataDir: string }): Promise<void> {
  await service.stop();
  rmSync(service.dataDir, { recursive: true, force: true });
}

/** Waits until `read` returns a value. */
export async function eventually<T>(read: () => T | Promise<T>, seconds = 25): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const value = await read();
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`the condition did not hold within ${seconds} seconds`);
}
