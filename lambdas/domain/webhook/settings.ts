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

/**
 * What is to be stored for wanted settings, and the sentences that say so: none if nothing changes. A default URL that stays
 * is undefined, so that it is not written over another one that is set meanwhile.
 */
export type SettingsChange = {
  defaultUrl: string | null | undefined;
  enabled: Receiver[];
  changes: string[];
};

/** The default URL that is wanted, undefined as it is, and the receivers that are not to be disabled. */
export type WantedSettings = { defaultUrl: string | null | undefined; enable: readonly string[] };

/**
 * A URL to enable that nothing tells of: it is not the default one and has never failed. So it was not disabled, and is
 * perhaps misspelled. Null if there is none.
 */
export const unknownReceiver = (
  { default_webhook_url }: Settings,
  receivers: readonly Receiver[],
  { defaultUrl, enable }: WantedSettings,
): string | null => {
  const known = [default_webhook_url, defaultUrl, ...receivers.map(({ url }) => url)];
  return enable.find((url) => !known.includes(url)) ?? null;
};

/** What changes if settings are to be as wanted. */
export function settingsChange(
  { organization_id, default_webhook_url: before }: Settings,
  receivers: readonly Receiver[],
  { defaultUrl = before, enable }: WantedSettings,
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
  return { defaultUrl: before === defaultUrl ? undefined : defaultUrl, enabled, changes };
}

/** A receiver after it was enabled again: with a clean slate. */
export const enabledReceiver = ({ organization_id, url, revision }: Receiver): Receiver =>
  healthyReceiver(organization_id, url, revision + 1);
