import { afterAll, expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import { responseValidator } from "../../support/openapi.ts";
import type { Reply } from "../../support/requests.ts";
import { untilEnd } from "../../support/until.ts";
import { created, endOfJob, ingested, startPictures } from "./journey.ts";
import { developmentPartner, newPartner, service } from "./service.ts";

const pictures = await startPictures();
afterAll(() => pictures.close());

// @contract service.5 service.9 events.1 events.3 events.4
test("the completion arrives by webhook, signed, with the job as GET returns it", async () => {
  const partner = developmentPartner();
  const { body: asset } = await ingested(partner, new Form([["file", pictures.room]]));
  const job = await created(partner, {
    source_asset_id: asset.source_asset_id,
    workflow: "pro_capture",
    capture_type: "photo",
    reference: "webhook",
    metadata: { a: null },
  });
  const delivery = await untilEnd(async () => {
    const inbox = JSON.parse(await (await fetch(service.inboxUrl)).text());
    return inbox.find(({ body }: { body: string }) => body.includes(job.job_id));
  });
  expect(delivery.verified).toBe(true);
  const event = JSON.parse(delivery.body);
  const { body } = await endOfJob(partner, job.job_id);
  const withoutUrls = ({ outputs, original, ...rest }: Reply["body"]) => rest;
  expect(event).toMatchObject({ type: "generation.succeeded", timestamp: body.completed_at });
  expect(withoutUrls(event.data)).toEqual(withoutUrls(body));
  expect(event.data).toMatchObject({ reference: "webhook", metadata: { a: null } });
  expect((await fetch(event.data.outputs[0].image_url)).status).toBe(200);
});

// @contract service.14 usage.billing_period.start_at usage.usage.included
// @contract usage.usage.projected_overage_amount_usd usage.jobs.total billing-event.event_id
// @contract billing-event.job_id billing-event.source_asset_id billing-event.workflow
// @contract billing-event.capture_type billing-event.mode billing-event.room_types billing-event.style_preset
// @contract get-usage.1
test("usage and billing events fit the document and count the job", async () => {
  const partner = await newPartner();
  const job = await created(partner, {
    source_url: `${pictures.url}/room.jpg`,
    workflow: "pro_capture",
    capture_type: "photo",
  });
  await endOfJob(partner, job.job_id);
  const summary = await partner.send("getUsageSummary");
  expect(responseValidator("getUsageSummary", 200)(summary.body)).toBeNull();
  expect(summary.body.jobs).toMatchObject({ total: 1, succeeded: 1, failed: 0, outputs_returned: 1 });
  const page = await partner.send("listBillingEvents", { query: { limit: "1" } });
  expect(responseValidator("listBillingEvents", 200)(page.body)).toBeNull();
  expect(page.body).toMatchObject({
    items: [{ job_id: job.job_id, usage_type: "generation", billable: true }],
    next_cursor: null,
  });
});
