import type { CallOptions, Connection } from "./http.ts";
import type { PutWebhookSettingsRequest, SigningSecret, WebhookSettings } from "./types.ts";

const settings = "/api/v1/webhooks/settings";

/** Where the webhooks of the organization go, and how they are signed. */
export const webhookSettingsOf = (connection: Connection) => ({
  /** The default URL, and the URLs that are disabled or failing. */
  settings: async (given: CallOptions = {}): Promise<WebhookSettings> => {
    const call = { ...given, method: "GET", path: settings } as const;
    return (await connection.json<WebhookSettings>(call)).body;
  },
  /** Sets the default URL, and enables URLs that were disabled. */
  changeSettings: async (
    body: PutWebhookSettingsRequest,
    given: CallOptions = {},
  ): Promise<WebhookSettings> => {
    const call = { ...given, method: "PUT", path: settings, body } as const;
    return (await connection.json<WebhookSettings>(call)).body;
  },
  /** A new signing secret. Its `signing_secret` is in this answer alone. */
  createSecret: async (given: CallOptions = {}): Promise<SigningSecret> => {
    const call = { ...given, method: "POST", path: "/api/v1/webhooks/secrets", body: {} } as const;
    return (await connection.json<SigningSecret>(call)).body;
  },
});
