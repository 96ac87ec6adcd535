import type { CallOptions, Connection } from "./http.ts";
import { eachItem } from "./pages.ts";
import type { ApiKey, ApiKeys, CreateKeyRequest, IssuedApiKey, ListKeysQuery } from "./types.ts";

const path = "/api/v1/keys";

const pageOf = async (connection: Connection, query: ListKeysQuery, given: CallOptions): Promise<ApiKeys> =>
  (await connection.json<ApiKeys>({ ...given, method: "GET", path, query })).body;

/** The API keys of the organization. */
export const keysOf = (connection: Connection) => ({
  /** One page of the keys, oldest first. */
  page: (query: ListKeysQuery = {}, given: CallOptions = {}): Promise<ApiKeys> =>
    pageOf(connection, query, given),
  /** Every key, without its secret. */
  list: async (given: CallOptions = {}): Promise<ApiKey[]> => {
    const keys: ApiKey[] = [];
    const all = eachItem((query: ListKeysQuery) => pageOf(connection, query, given), {});
    for await (const key of all) keys.push(key);
    return keys;
  },
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
