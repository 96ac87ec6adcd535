import { sealCursor } from "../../domain/cursor.ts";
import { generationView } from "../../domain/generation/view.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { type JobsPage, positionOf } from "../../storage/generation/lists.ts";
import { signPictures } from "../../storage/generation/signed-pictures.ts";
import { jsonOf } from "./http.ts";
import { fitting, pageOf } from "./page.ts";

/** Jobs as a page of an answer: as many as fit, their URLs signed at `now`, and a cursor of this list alone (`scope`). */
export async function jobsPage(
  { jobs, last }: JobsPage,
  { organization, scope, now }: { organization: Organization; scope: string; now: Date },
) {
  const views = await Promise.all(
    jobs.map(async (job) => jsonOf(generationView(job, await signPictures(job, now)))),
  );
  const items = fitting(views);
  const end = items.length < views.length ? jobs.at(items.length - 1) : undefined;
  const position = end ? positionOf(end) : last;
  return pageOf(items, position === null ? null : sealCursor(position, organization, scope));
}
