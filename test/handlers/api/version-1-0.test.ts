import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import { startApi } from "../../support/api.ts";
import { Form } from "../../support/form.ts";
import { openDocument, requestValidator, responseValidator } from "../../support/openapi.ts";
import { refurnish } from "../../support/requests.ts";

type Content = Record<string, { examples?: Record<string, { value?: object; $ref?: string }> }>;
type Operation = {
  operationId: OperationId;
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
};
/** The document of version 1.0.0, which does not change. */
const { paths, components } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../packages/openapi/1.0.0.json"), "utf8"),
);
const described = openDocument("1.0.0.json");
const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) =>
  Object.values(methods),
);

const examplesOf = (content: Content | undefined, type: string) =>
  Object.entries(content?.[type]?.examples ?? {}).map(([name, { value, $ref = "" }]): [string, object] => [
    name,
    value ?? components.examples[$ref.split("/").at(-1) ?? ""].value,
  ]);
const requestsOf = (type: string) =>
  operations.flatMap(({ operationId, requestBody }) =>
    examplesOf(requestBody?.content, type).map(([name, value]) => [operationId, name, value] as const),
  );
const answers = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    examplesOf(content, "application/json").map(
      ([name, value]) => [operationId, Number(status), name, value] as const,
    ),
  ),
);

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
/** The source asset of the document's examples. */
const asset = "src_7M2K9QX4T8V1B5N3C6Z0R2D4F8";
await partner.addAsset({ width: 1024, height: 512 }, asset);

describe("a request that version 1.0.0 shows is still accepted, and answered as it describes", () => {
  test.each(requestsOf("application/json"))("%s %s", async (operationId, _name, body) => {
    expect(requestValidator(operationId)(body)).toBeNull();
    const ofParent = operationId === "regenerateGeneration";
    const parent = ofParent && (await partner.sendOk("createGeneration", { body: refurnish(asset) })).job_id;
    const answer = await partner.sendOk(operationId, { body, ...(parent && { id: parent }) });
    expect(described.responseValidator(operationId, 200)(answer)).toBeNull();
  });

  test.each(requestsOf("multipart/form-data"))("%s %s", async (operationId, _name, fields) => {
    expect(requestValidator(operationId, "multipart/form-data")(fields)).toBeNull();
    const parts = Object.entries<string>({ ...fields }).map(([name, value]): [string, string | Buffer] => [
      name,
      name === "file" ? Buffer.from(value) : value,
    ]);
    const answer = await partner.sendOk(operationId, { body: new Form(parts) });
    expect(described.responseValidator(operationId, 200)(answer)).toBeNull();
  });

  test.each(["getUsageSummary", "listBillingEvents"] as const)("%s", async (operationId) => {
    const answer = await partner.sendOk(operationId);
    expect(described.responseValidator(operationId, 200)(answer)).toBeNull();
  });
});

test.each(answers)(
  "an answer that version 1.0.0 shows still fits: %s %i %s",
  (operationId, status, _name, body) => {
    expect(responseValidator(operationId, status)(body)).toBeNull();
  },
);
