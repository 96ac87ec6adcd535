import type { ApiKey, IssuedApiKey } from "../resources/api-key.ts";

export const key: ApiKey = {
  key_id: "01JD6M3V9QK8T2X4Y6Z8A0B1C2",
  name: "finance",
  scope: "billing",
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
  expires_at: "2027-11-21T00:00:00.000Z",
  revoked_at: null,
};

export const issuedKey: IssuedApiKey = {
  ...key,
  api_key: "stg_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2.q3Jx0m6wC1tLh2cT8nF4vA-example",
};
