import type { CallOptions, Connection } from "./http.ts";
import { eachItem } from "./pages.ts";
import type {
  ListWebhookDeliveriesQuery,
  PutWebhookSettingsRequest,
  Redelivery,
  SigningSecret,
  TestWebhookRequest,
  WebhookDeliveriesPage,
  WebhookDelivery,
  WebhookSettings,
  WebhookTest,
} from "./types.ts";

const settings = "/api/v1/webhooks/settings";
const deliveries = "/api/v1/webhooks/deliveries";

/** Where the webhooks of the organization go, how they are signed, and whether they arrived. */
export function webhooksOf(connection: Connection) {
  const send = async <Body>(call: Parameters<Connection["json"]>[0]): Promise<Body> =>
    (await connection.json<Body>(call)).body;

  /** One page of the deliveries, newest event first. */
  const deliveriesPage = (query: ListWebhookDeliveriesQuery = {}, given: CallOptions = {}) =>
    send<WebhookDeliveriesPage>({ ...given, method: "GET", path: deliveries, query: { ...query } });

  return {
    /** The default URL, and the URLs that are disabled or failing. */
    settings: (given: CallOptions = {}) => send<WebhookSettings>({ ...given, method: "GET", path: settings }),
    /** Sets the default URL, and enables URLs that were disabled. */
    changeSettings: (body: PutWebhookSettingsRequest, given: CallOptions = {}) =>
      send<WebhookSettings>({ ...given, method: "PUT", path: settings, body }),
    /** A new signing secret. Its `signing_secret` is in this answer alone. */
    createSecret: (given: CallOptions = {}) =>
      send<SigningSecret>({ ...given, method: "POST", path: "/api/v1/webhooks/secrets", body: {} }),
    /** Sends a test event, to the default URL or to the one that you name. */
    test: (body: TestWebhookRequest = {}, given: CallOptions = {}) =>
      send<WebhookTest>({ ...given, method: "POST", path: "/api/v1/webhooks/test", body }),
    deliveriesPage,
    /** Every delivery of the last 30 days that fits, newest event first. */
    deliveries: (
      query: ListWebhookDeliveriesQuery = {},
      given: CallOptions = {},
    ): AsyncGenerator<WebhookDelivery, void, undefined> =>
      eachItem((page: ListWebhookDeliveriesQuery) => deliveriesPage(page, given), query),
    /** Sends a message again, under the same webhook-id. */
    redeliver: (webhookId: string, given: CallOptions = {}) => {
      const path = `${deliveries}/${encodeURIComponent(webhookId)}/redeliver`;
      return send<Redelivery>({ ...given, method: "POST", path, body: {} });
    },
  };
}
