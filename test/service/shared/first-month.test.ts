import { type ImageStaging, imageStaging, webhooks } from "@image-staging/client";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, expect, test } from "vitest";
import { startReceiver } from "../../support/receiver.ts";
import { untilEnd } from "../../support/until.ts";
import { startPictures } from "./journey.ts";
import { newPartner, service } from "./service.ts";

const pictures = await startPictures();
const isBroken = { now: false };
/** Fails at the job's URL alone: the sweep closes last month's statement when it likes, and says so to the default URL. */
const receiver = await startReceiver((response, { path }) =>
  response.writeHead(isBroken.now && path === "/jobs" ? 410 : 204).end(),
);
const jobsUrl = receiver.at("/jobs");
afterAll(() => Promise.all([pictures.close(), receiver.close()]));

const clientOf = (apiKey: string): ImageStaging => imageStaging({ baseUrl: service.baseUrl, apiKey });

const now = new Date();
const [lastMonth, thisMonth] = [-1, 0].map((months) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString(),
);
const dayOf = (time = "") => time.slice(0, 10);

/** What an operator gives a partner: an organization with a key and a signing secret. Nothing after it is an operator's. */
const { apiKey, secret } = await newPartner(
  {},
  { created_at: lastMonth ?? "", default_webhook_url: receiver.at("/from-the-operator") },
);
const first = clientOf(apiKey);

const arrived = (id: string, count = 1) =>
  untilEnd(async () => {
    const received = receiver.received.filter(({ headers }) => headers["webhook-id"] === id);
    return received.length >= count && received.at(-1);
  });

/** The text of a PDF, as a program reads it that knows nothing of how it was written. */
async function textOf(pdf: Blob): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
  return (await extractText(document, { mergePages: true })).text;
}

// @contract added.41 added.43 added.44 added.45 added.46 added.47 added.48
test("a partner's first month needs no operator: keys, webhooks, a failed receiver, a statement", async () => {
  const staging = clientOf((await first.keys.create({ scope: "full", name: "backend" })).api_key);
  await staging.webhooks.changeSettings({ default_url: receiver.url });
  const tried = await arrived((await staging.webhooks.test()).webhook_id);
  expect([tried.path, (await webhooks.verify(tried.body, tried.headers, secret)).type]).toEqual([
    "/hook",
    "webhook.test",
  ]);
  const rotated = await staging.webhooks.createSecret();
  const overlapping = await arrived((await staging.webhooks.test()).webhook_id);
  for (const one of [secret, rotated.signing_secret])
    expect((await webhooks.verify(overlapping.body, overlapping.headers, one)).type).toBe("webhook.test");

  isBroken.now = true;
  const job = await staging.generations.create({
    file: new Blob([new Uint8Array(pictures.room)], { type: "image/jpeg" }),
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room"],
    style_preset: "modern",
    reference: "listing 4711",
    webhook: { url: jobsUrl },
  });
  expect((await staging.generations.wait(job.job_id)).status).toBe("succeeded");
  const missed = await untilEnd(async () => {
    const page = await staging.webhooks.deliveriesPage({ job_id: job.job_id, state: "given_up" });
    return page.items[0];
  });
  expect(missed.attempts).toMatchObject([{ outcome: "gone", status: 410 }]);
  const failed = await staging.webhooks.settings();
  expect(failed.receivers).toMatchObject([{ url: jobsUrl, disabled_because: "gone" }]);
  await expect(staging.webhooks.redeliver(missed.webhook_id)).rejects.toThrow("has been disabled since");

  isBroken.now = false;
  const repaired = await staging.webhooks.changeSettings({ default_url: receiver.url, enable: [jobsUrl] });
  expect(repaired.receivers).toEqual([]);
  await staging.webhooks.redeliver(missed.webhook_id);
  const again = await arrived(missed.webhook_id, 2);
  const event = await webhooks.verify(again.body, again.headers, rotated.signing_secret);
  expect(event.data).toMatchObject({ job_id: job.job_id, status: "succeeded" });

  const pdf = await staging.billing.statementFile(dayOf(thisMonth), "application/pdf");
  expect(await textOf(pdf)).toContain((await staging.billing.statement(dayOf(thisMonth))).number);
});

// @contract added.38 added.39 added.48 added.49
test("finance's month needs a key with the scope billing alone", async () => {
  const finance = clientOf((await first.keys.create({ scope: "billing", name: "finance" })).api_key);
  expect((await finance.usage.summary()).access).toBeDefined();
  const events = await Array.fromAsync(finance.billing.events());
  expect(events.map(({ reference }) => reference)).toEqual(["listing 4711"]);
  expect(await (await finance.billing.eventsFile()).text()).toContain(",listing 4711,");
  const listed = await Array.fromAsync(finance.billing.statements());
  expect(listed.map(({ billing_period }) => billing_period.start_at)).toEqual([thisMonth, lastMonth]);

  const statement = await finance.billing.statement(dayOf(lastMonth));
  expect(statement.state).toBe("closed");
  const closed = await untilEnd(async () =>
    receiver.received.find(({ body }) => body.includes(statement.number)),
  );
  expect(JSON.parse(closed.body)).toMatchObject({ type: "statement.closed", data: { state: "closed" } });
  const [pdf, csv] = [
    await finance.billing.statementFile(dayOf(lastMonth), "application/pdf"),
    await finance.billing.statementFile(dayOf(lastMonth), "text/csv"),
  ];
  expect(await textOf(pdf)).toContain(statement.number);
  expect(await csv.text()).toContain(`${statement.number},closed,`);

  await expect(finance.webhooks.deliveriesPage()).rejects.toMatchObject({ status: 403 });
  await expect(finance.keys.list()).rejects.toMatchObject({ status: 403 });
});
