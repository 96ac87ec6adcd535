import * as v from "valibot";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { counted } from "../../../lambdas/domain/plain-text.ts";
import { newTest, testMessage } from "../../../lambdas/domain/webhook/delivery.ts";
import { startRedelivery, startTestDelivery } from "../../../lambdas/orchestration/executions.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { findReceiver } from "../../../lambdas/storage/webhook/receivers.ts";
import { action } from "../command.ts";
import { InputError, OfEvent, OfOrganization, Time } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, tabular } from "../terminal.ts";
import { type Announced, announcedAmong, requireAnnounced } from "./events.ts";
import { listedSince } from "./log.ts";

/** Starts a new round of attempts for a message; its message id stays the same. */
export async function deliverAgain({ message_id, job_id, event }: Announced) {
  const redelivery_id = systemRandom.id();
  await startRedelivery(message_id, event, redelivery_id);
  return { message_id, job_id, redelivery_id };
}

async function requireEnabled(organizationId: string, url: string | null): Promise<string> {
  if (url === null)
    throw new InputError(
      `Organization ${organizationId} has no webhook URL: set one with org set --webhook-url.`,
    );
  const { disabled_at } = await findReceiver(organizationId, url);
  if (disabled_at !== null)
    throw new InputError(
      `${url} has been disabled since ${disabled_at}: enable it first with webhook enable.`,
    );
  return url;
}

export const redeliver = action(OfEvent, async (input, terminal) => {
  const organization = await requireOrganization(input.organization);
  const { organization_id } = organization;
  const announced = await requireAnnounced(organization, input.event);
  const { message } = announced;
  const url = await requireEnabled(organization_id, announced.url);
  const change = `deliver ${message.message_id} of ${message.job_id ?? message.type} again to ${url}`;
  if (!(await terminal.confirm(organization_id, [change]))) return;
  const started = await deliverAgain(announced);
  terminal.show(started, listing(started));
});

const All = v.object({
  ...OfOrganization.entries,
  since: Time,
  undelivered: v.optional(v.boolean(), false),
});

/** The events since a time that can be delivered again: all, or only those that were given up or not sent. */
export async function redeliverableSince(
  organization: Organization,
  since: Date,
  undelivered: boolean,
): Promise<Announced[]> {
  const chosen = (await listedSince(organization, since)).filter(
    ({ state }) => !undelivered || state === "given_up" || state === "not_sent",
  );
  return announcedAmong(organization, chosen);
}

export const redeliverAll = action(All, async ({ organization, since, undelivered }, terminal) => {
  const found = await requireOrganization(organization);
  const { organization_id } = found;
  const wanted = await redeliverableSince(found, since, undelivered);
  if (wanted.length === 0)
    throw new InputError(`There is nothing to deliver again since ${since.toISOString()}.`);
  const announced = `deliver ${counted(wanted.length, "message")} of events since ${since.toISOString()} again`;
  if (!(await terminal.confirm(organization_id, [announced]))) return;
  const started = [];
  for (const message of wanted) started.push(await deliverAgain(message));
  terminal.show(started, tabular(started));
});

export const sendTest = action(OfOrganization, async (input, terminal) => {
  const { organization_id, default_webhook_url } = await requireOrganization(input.organization);
  const url = await requireEnabled(organization_id, default_webhook_url);
  if (!(await terminal.announce(organization_id, [`send a test event to ${url}`]))) return;
  const test = newTest(organization_id, { url: null, key_id: null }, systemRandom.id(), new Date());
  await startTestDelivery(test);
  const { test_id, occurred_at } = test;
  const sent = { message_id: testMessage(test).message_id, test_id, occurred_at };
  terminal.show(sent, `${listing(sent)}\n\nwebhook list ${organization_id} shows the answer.`);
});
