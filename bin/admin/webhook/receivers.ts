import * as v from "valibot";
import { listOrganizations } from "../../../lambdas/storage/organization/organizations.ts";
import { enableReceiver, findReceiver, listReceivers } from "../../../lambdas/storage/webhook/receivers.ts";
import { findSigningSecrets, rotateSigningSecret } from "../../../lambdas/storage/webhook/signing-secrets.ts";
import { action } from "../command.ts";
import { InputError, OfOrganization } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, tabular } from "../terminal.ts";
import { unsignedDeliveries } from "./log.ts";
import { deliverAgain } from "./redelivery.ts";

const OfAny = v.object({ organization: v.optional(v.string()) });

export const listReceiverStates = action(OfAny, async ({ organization }, terminal) => {
  const organizations =
    organization === undefined ? await listOrganizations() : [await requireOrganization(organization)];
  const found = await Promise.all(organizations.map(({ organization_id }) => listReceivers(organization_id)));
  const receivers = found.flat().map(({ revision, ...row }) => row);
  terminal.show(receivers, tabular(receivers));
});

const OneReceiver = v.object({ ...OfOrganization.entries, url: v.string() });

export const enable = action(OneReceiver, async ({ organization, url }, terminal) => {
  const { organization_id } = await requireOrganization(organization);
  const { disabled_at } = await findReceiver(organization_id, url);
  if (disabled_at === null)
    throw new InputError(
      `${url} is not disabled: webhook endpoints ${organization_id} lists those that are.`,
    );
  if (!(await terminal.confirm(organization_id, [`deliver to ${url} of ${organization_id} again`]))) return;
  await enableReceiver(organization_id, url);
  const enabled = { organization_id, url, was_disabled_at: disabled_at };
  terminal.show(enabled, `${listing(enabled)}\n\nwebhook redeliver-all --undelivered sends what was missed.`);
});

export const rotateSecret = action(OfOrganization, async ({ organization }, terminal) => {
  const found = await requireOrganization(organization);
  const { organization_id, name } = found;
  const [waiting, secrets] = await Promise.all([
    unsignedDeliveries(found),
    findSigningSecrets(organization_id),
  ]);
  const overlap = secrets ? ": webhooks are signed with the old one too for 24 hours" : ", its first";
  const many = waiting.length === 1 ? "delivery" : "deliveries";
  const changes = [
    `make a new signing secret for ${organization_id}, ${name}${overlap}`,
    ...(waiting.length > 0 ? [`send ${waiting.length} ${many} that waited for a signing secret`] : []),
  ];
  if (!(await terminal.confirm(organization_id, changes))) return;
  const signing_secret = await rotateSigningSecret(organization_id, new Date());
  const shown = { organization_id, signing_secret };
  terminal.show(shown, `${listing(shown)}\n\nThe signing_secret is shown once.`);
  for (const delivery of waiting) await deliverAgain(delivery);
});
