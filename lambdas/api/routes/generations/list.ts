import { openCursor, sealCursor } from "../../../domain/cursor.ts";
import { badRequest, unprocessable } from "../../../domain/errors.ts";
import type { Generation } from "../../../domain/generation/generation.ts";
import { generationView } from "../../../domain/generation/view.ts";
import { listGenerations, positionOf } from "../../../storage/generation/lists.ts";
import { signPictures } from "../../../storage/generation/signed-pictures.ts";
import { answer, jsonOf } from "../../chain/http.ts";
import { fitting, pageOf } from "../../chain/page.ts";
import { queryOf } from "../../chain/query.ts";
import { type ReceivedRequest, route } from "../../chain/route.ts";
import { ListGenerations } from "../../contract/generations/list.ts";

/** GET /api/v1/generations */
export const handler = route(ListGenerations, {
  parse: parseList,
  read: ({ caller, input }) =>
    listGenerations(caller.organization.organization_id, input.filters, input.page),
  answer: async ({ jobs, last }, { caller, input: { scope }, now }) => {
    const views = await Promise.all(jobs.map((job) => viewOf(job, now)));
    const items = fitting(views);
    const end = items.length < views.length ? jobs.at(items.length - 1) : undefined;
    const position = end ? positionOf(end) : last;
    const cursor = position === null ? null : sealCursor(position, caller.organization, scope);
    return answer(200, pageOf(items, cursor));
  },
});

function parseList({ event, caller: { organization } }: ReceivedRequest) {
  const { cursor, limit, status = null, reference = null, ...times } = queryOf(ListGenerations, event);
  const { created_from: from = null, created_to: to = null } = times;
  if (from !== null && to !== null && from >= to)
    throw unprocessable("created_to must be later than created_from.");
  const filters = { status, reference, from, to };
  const scope = `generations ${JSON.stringify(filters)}`;
  const after = cursor ? openCursor(cursor, organization, scope) : null;
  if (cursor && after === null)
    throw badRequest("cursor is not a next_cursor of this organization's generations with these filters.");
  return { filters, scope, page: { after, limit } };
}

const viewOf = async (job: Generation, now: Date) =>
  jsonOf(generationView(job, await signPictures(job, now)));
