import type { Organization } from "../organization/organization.ts";
import { healthyReceiver, type Receiver } from "./receiver.ts";

type Settings = Pick<Organization, "organization_id" | "default_webhook_url">;

/** How many receivers the settings show. */
const shownReceivers = 100;

/** A receiver as its organization sees it. */
export const receiverView = ({ url, failing_since, disabled_at, disabled_because }: Receiver) => ({
  url,
  failing_since,
  disabled_at,
  disabled_because,
});

/** Where an organization's webhooks go, and the receivers that need its attention: the disabled ones first. */
export const settingsView = ({ default_webhook_url }: Settings, receivers: readonly Receiver[]) => ({
  default_url: default_webhook_url,
  receivers: receivers
    .filter(({ failing_since, disabled_at }) => failing_since !== null || disabled_at !== null)
    .toSorted((a, b) => Number(a.disabled_at === null) - Number(b.disabled_at === null))
    .slice(0, shownReceivers)
    .map(receiverView),
});

/** What is to be stored for wanted settings, and the sentences that say so: none if nothing changes. */
export type SettingsChange = { defaultUrl: string | null; enabled: Receiver[]; changes: string[] };

/** What changes if the default URL is to be `defaultUrl`, and the receivers of `enable` are not to be disabled. */
export function settingsChange(
  { organization_id, default_webhook_url: before }: Settings,
  receivers: readonly Receiver[],
  { defaultUrl, enable }: { defaultUrl: string | null; enable: readonly string[] },
): SettingsChange {
  const enabled = receivers
    .filter(({ url, disabled_at }) => disabled_at !== null && enable.includes(url))
    .map(enabledReceiver);
  const changes = [
    ...(before === defaultUrl
      ? []
      : [`change default_webhook_url of ${organization_id} from ${before} to ${defaultUrl}`]),
    ...enabled.map(({ url }) => `deliver to ${url} of ${organization_id} again`),
  ];
  return { defaultUrl, enabled, changes };
}

/** A receiver after it was enabled again: with a clean slate. */
export const enabledReceiver = ({ organization_id, url, revision }: Receiver): Receiver =>
  healthyReceiver(organization_id, url, revision + 1);
