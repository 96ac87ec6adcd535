import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest } from "../../../domain/errors.ts";
import { listStatements } from "../../../storage/billing/statement-pages.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListStatements } from "../../contract/statements/list.ts";

const scope = "statements";

/** GET /api/v1/billing/statements */
export const handler = route(ListStatements, {
  parse: parseList,
  read: ({ caller, input, now }) => listStatements(caller.organization, input, now),
  answer: async ({ statements, last }, { caller }) =>
    json(200, {
      items: statements,
      next_cursor: last === null ? null : sealCursor(last, caller.organization, scope),
    }),
});

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const { cursor, limit } = queryOf(ListStatements, event);
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null)
    throw badRequest("cursor is not a next_cursor of this organization's statements.");
  return { after, limit };
}
