import { afterAll, describe, expect, test } from "vitest";
import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import { startApi } from "../../support/api.ts";
import { Form } from "../../support/form.ts";
import { frozenVersions, openDocument, requestValidator, responseValidator } from "../../support/openapi.ts";
import { refurnish } from "../../support/requests.ts";

type Content = Record<string, { examples?: Record<string, { value?: object; $ref?: string }> }>;
type Operation = {
  operationId: OperationId;
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
};

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
/** The source asset of the documents' examples. */
const asset = "src_7M2K9QX4T8V1B5N3C6Z0R2D4F8";
await partner.addAsset({ width: 1024, height: 512 }, asset);

/** A request as its example shows it, with the id of an upload and of a job that exist. */
async function prepared(operationId: OperationId, example: object) {
  const upload =
    "upload_id" in example ? await partner.sendOk("createUpload", { body: { content_length: 1 } }) : {};
  const body = { ...example, ...("upload_id" in upload && { upload_id: upload.upload_id }) };
  if (operationId !== "regenerateGeneration" && operationId !== "cancelGeneration") return { body };
  const { job_id } = await partner.sendOk("createGeneration", { body: refurnish(asset) });
  return { body, id: job_id };
}

describe.each(frozenVersions)("version %s", (version) => {
  const { document, responseValidator: described } = openDocument(`${version}.json`);
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((methods) =>
    Object.values(methods),
  );
  const examplesOf = (content: Content | undefined, type: string) =>
    Object.entries(content?.[type]?.examples ?? {}).map(([name, { value, $ref = "" }]): [string, object] => [
      name,
      value ?? document.components.examples[$ref.split("/").at(-1) ?? ""].value,
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

  // @contract versioning.2 added.2
  describe("a request that it shows is still accepted, and answered as it describes", () => {
    test.each(requestsOf("application/json"))("%s %s", async (operationId, _name, example) => {
      expect(requestValidator(operationId)(example)).toBeNull();
      const answer = await partner.sendOk(operationId, await prepared(operationId, example));
      expect(described(operationId, 200)(answer)).toBeNull();
    });

    test.each(requestsOf("multipart/form-data"))("%s %s", async (operationId, _name, fields) => {
      expect(requestValidator(operationId, "multipart/form-data")(fields)).toBeNull();
      const parts = Object.entries<string>({ ...fields }).map(([name, value]): [string, string | Buffer] => [
        name,
        name === "file" ? Buffer.from(value) : value,
      ]);
      const answer = await partner.sendOk(operationId, { body: new Form(parts) });
      expect(described(operationId, 200)(answer)).toBeNull();
    });

    test.each(["getUsageSummary", "listBillingEvents"] as const)("%s", async (operationId) => {
      const answer = await partner.sendOk(operationId);
      expect(described(operationId, 200)(answer)).toBeNull();
    });
  });

  // @contract added.16
  test.each(answers)("an answer that it shows still fits: %s %i %s", (operationId, status, _name, body) => {
    expect(responseValidator(operationId, status)(body)).toBeNull();
  });
});
