import * as v from "valibot";
import { enableReceiver, findReceiver, listReceivers } from "../../lambdas/storage/webhook/receivers.ts";
import { rotateSigningSecret } from "../../lambdas/storage/webhook/signing-secrets.ts";
import { action } from "./command.ts";
import { InputError, OfOrganization } from "./inputs.ts";
import { requireOrganization } from "./lookup.ts";
import { listing, tabular } from "./terminal.ts";

export const listReceiverStates = action(OfOrganization, async ({ organization }, terminal) => {
  const { organization_id } = await requireOrganization(organization);
  const receivers = (await listReceivers(organization_id)).map(
    ({ revision, organization_id: _, ...row }) => row,
  );
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
  if (!(await terminal.confirm([`deliver to ${url} of ${organization_id} again`]))) return;
  await enableReceiver(organization_id, url);
  const enabled = { organization_id, url, was_disabled_at: disabled_at };
  terminal.show(enabled, `${listing(enabled)}\n\nwebhook redeliver-all --undelivered sends what was missed.`);
});

export const rotateSecret = action(OfOrganization, async ({ organization }, terminal) => {
  const { organization_id, name } = await requireOrganization(organization);
  const change = `make a new signing secret for ${organization_id}, ${name}: webhooks are signed with the old one too for 24 hours`;
  if (!(await terminal.confirm([change]))) return;
  const shown = { organization_id, signing_secret: await rotateSigningSecret(organization_id, new Date()) };
  terminal.show(shown, `${listing(shown)}\n\nThe signing_secret is shown once.`);
});
