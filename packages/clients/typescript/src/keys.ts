import type { CallOptions, Connection } from "./http.ts";
import type { ApiKey, ApiKeys, CreateKeyRequest, IssuedApiKey } from "./types.ts";

const path = "/api/v1/keys";

/** The API keys of the organization. */
export const keysOf = (connection: Connection) => ({
  /** Every key, without its secret. */
  list: async (given: CallOptions = {}): Promise<ApiKey[]> =>
    (await connection.json<ApiKeys>({ ...given, method: "GET", path })).body.items,
  /** A new key. Its `api_key` is in this answer alone. */
  create: async (body: CreateKeyRequest, given: CallOptions = {}): Promise<IssuedApiKey> =>
    (await connection.json<IssuedApiKey>({ ...given, method: "POST", path, body })).body,
  /** Ends a key for good. */
  revoke: async (keyId: string, given: CallOptions = {}): Promise<ApiKey> =>
    (
      await connection.json<ApiKey>({
        ...given,
        method: "DELETE",
        path: `${path}/${encodeURIComponent(keyId)}`,
      })
    ).body,
});
