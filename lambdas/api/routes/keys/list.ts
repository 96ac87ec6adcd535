import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest } from "../../../domain/errors.ts";
import { keyView } from "../../../domain/organization/api-keys.ts";
import { pageOfApiKeys } from "../../../storage/organization/api-keys.ts";
import { findKeyUses } from "../../../storage/organization/key-use.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListKeys } from "../../contract/keys/list.ts";

/** GET /api/v1/keys */
export const handler = route(ListKeys, {
  parse: parseList,
  read: async ({ caller, input, now }) => {
    const { page, last } = await pageOfApiKeys(caller.organization.organization_id, input, now);
    return { page, last, uses: await findKeyUses(page) };
  },
  answer: async ({ page, last, uses }, { caller }) =>
    json(200, {
      items: page.map((key, index) => keyView(key, uses[index] ?? null)),
      next_cursor: last === null ? null : sealCursor(last, caller.organization, scope),
    }),
});

const scope = "keys";

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const { cursor, limit } = queryOf(ListKeys, event);
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null) throw badRequest("cursor is not a next_cursor of this organization's keys.");
  return { after, limit };
}
