import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations as declared } from "service/lambdas/api/contract/operations.ts";
import { responseValidator, validatorOf } from "service/test/support/openapi.ts";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "../src/document.ts";

const root = join(import.meta.dirname, "../../..");
const committed = readFileSync(join(root, "packages/openapi/openapi.json"), "utf8");
const document = JSON.parse(committed);

test("the committed document is the one that the schemas give: npm run openapi", () => {
  expect(committed).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
});

test("it passes Redocly's recommended rules without a warning", () => {
  const redocly = join(root, "node_modules/.bin/redocly");
  const report = execFileSync(
    redocly,
    ["lint", "packages/openapi/openapi.json", "--extends=recommended", "--format=json"],
    {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  expect(JSON.parse(report.toString()).totals).toMatchObject({ errors: 0, warnings: 0 });
});

// @contract authentication.1 added.1
test("it is OpenAPI 3.1 with bearer authentication everywhere", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.security).toEqual([{ apiKey: [] }]);
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
});

type Operation = {
  operationId: string;
  requestBody?: object;
  responses: Record<string, Response>;
  "x-codeSamples": { source: string }[];
};
type Response = { headers: object; content: Record<string, { schema: object; examples: object }> };
const operations: [string, Operation][] = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
);

// @contract document.2 versioning.1
test("it holds the declared operations", () => {
  expect(operations.map(([name]) => name).toSorted()).toEqual(
    declared.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

test("every operation has a command to paste", () => {
  for (const [name, operation] of operations) {
    const [path] = name.split(" ").slice(1);
    const [sample] = operation["x-codeSamples"];
    expect(sample?.source, name).toContain(
      `$BASE_URL${path?.replaceAll(/\{(\w+)\}/g, (_, id) => `$${id.toUpperCase()}`)}"`,
    );
  }
});

test("its first server is an address that a generated client can call", () => {
  expect(document.servers[0].url).toBe("http://127.0.0.1:4000");
});

// @contract document.2 usage.9 post-source-assets.5 get-source-asset.2 regenerate.7
describe("every response of every operation has examples that fit its schema", () => {
  test.each(operations)("%s", (_name, operation) => {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { examples } = response.content["application/json"] ?? {};
      expect(Object.keys(examples ?? {}).length, status).toBeGreaterThan(0);
      for (const [name, example] of Object.entries<{ value?: unknown; $ref?: string }>({ ...examples })) {
        const value =
          example.value ?? document.components.examples[example.$ref?.split("/").at(-1) ?? ""].value;
        expect(
          responseValidator(operation.operationId, Number(status))(value),
          `${status} ${name}`,
        ).toBeNull();
      }
      expect(Object.keys(response.headers)).toEqual(
        expect.arrayContaining(["Cache-Control", "x-request-id"]),
      );
    }
  });
});

// @contract values.3 post-source-assets.3
describe("every request has examples that fit its schema, and the schema refuses others", () => {
  const { schemas } = document.components;
  test.each(operations.filter(([, { requestBody }]) => requestBody))("%s", (_name, { requestBody }) => {
    const { content } = requestBody as Record<string, Response["content"]>;
    for (const { schema, examples } of Object.values(content ?? {})) {
      const check = validatorOf(schema);
      for (const example of Object.values<{ value: unknown }>({ ...examples }))
        expect(check(example.value)).toBeNull();
      expect(check({ unknown: 1 })).not.toBeNull();
    }
  });

  test("each way to name a picture is a named schema, without defaults that generators take for required", () => {
    const waysOf = (name: string) =>
      schemas[name].oneOf.map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1));
    const generations = waysOf("CreateGenerationRequest");
    expect(generations).toEqual(
      expect.arrayContaining([
        "CreateGenerationFromUrl",
        "CreateGenerationFromAsset",
        "CreateGenerationFromUpload",
      ]),
    );
    const assets = waysOf("CreateSourceAssetRequest");
    expect(assets).toEqual(["CreateSourceAssetFromUrl", "CreateSourceAssetFromUpload"]);
    const requests = [
      ...generations,
      ...assets,
      "CreateGenerationForm",
      "RegenerateRequest",
      "CreateUploadRequest",
    ];
    for (const name of requests) expect(JSON.stringify(schemas[name]), name).not.toContain('"default"');
  });

  test("a request names one picture, not two", () => {
    const check = validatorOf(schemas.CreateGenerationRequest);
    const request = { workflow: "pro_capture", capture_type: "photo" };
    const [source_asset_id, upload_id] = ["src_1", "upl_1"];
    expect(check({ ...request, source_asset_id })).toBeNull();
    expect(check({ ...request, source_asset_id, upload_id })).not.toBeNull();
    expect(check(request)).not.toBeNull();
  });

  // @contract values.1 limits.room_types
  test("room types are 1 to 3 unique items of 28", () => {
    const check = validatorOf(schemas.RoomTypes);
    expect(schemas.RoomType.enum).toHaveLength(28);
    expect(check(["Kitchen"])).toBeNull();
    for (const rooms of [[], ["Kitchen", "Kitchen"], ["Kitchen", "Pool", "Gym", "Sauna"], ["kitchen"]])
      expect(check(rooms)).not.toBeNull();
  });

  // @contract values.2 limits.metadata
  test("metadata has at most 20 scalar properties", () => {
    const check = validatorOf(schemas.Metadata);
    expect(check({ a: "x", b: 1, c: true, d: null })).toBeNull();
    expect(check({ a: {} })).not.toBeNull();
    expect(check(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, i])))).not.toBeNull();
  });
});

type Webhook = { post: { parameters: { name: string }[]; requestBody: { content: Response["content"] } } };
const webhooks = Object.entries<Webhook>(document.webhooks);

test("the webhooks section names the events", () => {
  expect(webhooks.map(([type]) => type)).toEqual([
    "generation.succeeded",
    "generation.failed",
    "usage.threshold_reached",
    "statement.closed",
    "listing.completed",
    "webhook.test",
  ]);
});

test.each(webhooks)("the webhook %s is signed and has an example that fits its schema", (type, { post }) => {
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  expect(post.parameters.map(({ name }) => name)).toEqual(signed);
  for (const { schema, examples } of Object.values(post.requestBody.content)) {
    const [example] = Object.values<{ value: { type: string } }>({ ...examples });
    expect(example?.value.type).toBe(type);
    expect(validatorOf(schema)(example?.value)).toBeNull();
  }
});
