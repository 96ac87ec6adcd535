import type { Context } from "aws-lambda";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handler } from "../../lambdas/pipeline/deliver-webhook.ts";
import { organizationWithWebhook, succeededJob } from "../support/ended-job.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTable, type TestTable } from "../support/table.ts";

let database: TestTable;
beforeAll(async () => {
  database = await startTable();
  Object.assign(process.env, { BUCKET_NAME: "pictures", ALLOW_LOCAL_NETWORK: "true" });
});
afterAll(() => database.stop());

const deliver = (event: unknown) => handler(event, { awsRequestId: "test" } as Context);

test("a completion arrives signed at the organization's default URL, once however often it is announced", async () => {
  const receiver = await startReceiver();
  const { organization, secret } = await organizationWithWebhook(receiver.url);
  const { job, event } = await succeededJob(organization.organization_id);
  await deliver(event);
  await deliver(event);
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new SvixWebhook(secret).verify(body, headers)).not.toThrow();
  expect(JSON.parse(body)).toMatchObject({
    type: "generation.succeeded",
    timestamp: job.completed_at,
    data: { job_id: job.job_id, reference: "listing 4711", metadata: { floor: 2 } },
  });
  await receiver.close();
});
