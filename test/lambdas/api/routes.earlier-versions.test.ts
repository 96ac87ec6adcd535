import { afterAll, describe, expect, test } from "vitest";
import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import { startApi } from "../../support/api.ts";
import { outcomeOf } from "../../support/delivery.ts";
import { Form } from "../../support/form.ts";
import { messageOf, succeededJob } from "../../support/jobs.ts";
import { frozenVersions, openDocument, requestValidator, responseValidator } from "../../support/openapi.ts";
import { startReceiver } from "../../support/receiver.ts";
import { refurnish } from "../../support/requests.ts";

type Content = Record<string, { examples?: Record<string, { value?: object; $ref?: string }> }>;
type Operation = {
  operationId: OperationId;
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
};

const api = await startApi();
process.env.ALLOW_LOCAL_NETWORK = "true";
const receiver = await startReceiver();
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await api.stop();
});
const partner = await api.newPartner();
/** The source asset of the documents' examples. */
const asset = "src_7M2K9QX4T8V1B5N3C6Z0R2D4F8";
await partner.addAsset({ width: 1024, height: 512 }, asset);

/** Answers that no request gets any more: any `Accept` is answered. */
const unheard = new Set(["getStatement 406"]);

/** The id of a delivery that ended. */
async function delivered(): Promise<string> {
  const { job, event } = await succeededJob(partner.organizationId);
  await outcomeOf(event);
  return messageOf(job).message_id;
}

/** A request as its example shows it, with the id of an upload, a delivery or a job that exists. */
async function prepared(operationId: OperationId, example: object) {
  const upload =
    "upload_id" in example ? await partner.sendOk("createUpload", { body: { content_length: 1 } }) : {};
  const body = { ...example, ...("upload_id" in upload && { upload_id: upload.upload_id }) };
  if (operationId === "testWebhook" || operationId === "redeliverWebhook")
    await partner.sendOk("putWebhookSettings", { body: { default_url: receiver.url } });
  if (operationId === "redeliverWebhook") return { body, id: await delivered() };
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
  const heard = answers.filter(([operationId, status]) => !unheard.has(`${operationId} ${status}`));
  test.each(heard)("an answer that it shows still fits: %s %i %s", (operationId, status, _name, body) => {
    expect(responseValidator(operationId, status)(body)).toBeNull();
  });
});
