import { keyView } from "../../../domain/organization/api-keys.ts";
import { findKeyUse } from "../../../storage/organization/key-use.ts";
import { listApiKeys } from "../../../storage/organization/organizations.ts";
import { json } from "../../chain/http.ts";
import { route } from "../../chain/route.ts";
import { ListKeys } from "../../contract/keys/list.ts";

/** GET /api/v1/keys */
export const handler = route(ListKeys, {
  parse: () => null,
  read: async ({ caller }) => {
    const all = await listApiKeys(caller.organization.organization_id);
    return Promise.all(all.map(async (key) => keyView(key, await findKeyUse(key))));
  },
  answer: async (items) => json(200, { items }),
});
