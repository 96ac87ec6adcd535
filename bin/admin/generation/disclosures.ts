import type { Command } from "commander";
import * as v from "valibot";
import type { DisclosurePage } from "../../../lambdas/domain/generation/disclosure.ts";
import { findDisclosure, setDisclosureRevoked } from "../../../lambdas/storage/generation/disclosures.ts";
import { action } from "../command.ts";
import { InputError } from "../inputs.ts";
import { listing } from "../terminal.ts";

const OfPage = v.object({ page: v.string() });

/** The page of that id, or of the address that ends with it; throws an InputError if there is none. */
async function requirePage(typed: string): Promise<DisclosurePage> {
  const page = await findDisclosure(typed.replace(/^.*\//, ""));
  if (!page)
    throw new InputError(
      `There is no page ${typed}: give its address, as disclosure_url of a job has it, or what follows /d/.`,
    );
  return page;
}

const show = action(OfPage, async ({ page: typed }, terminal) => {
  const page = await requirePage(typed);
  terminal.show(page, listing(page));
});

const revoke = action(OfPage, async ({ page: typed }, terminal) => {
  const page = await requirePage(typed);
  if (page.revoked_at !== null)
    throw new InputError(`Page ${page.disclosure_id} was already revoked at ${page.revoked_at}.`);
  const change = `revoke page ${page.disclosure_id} of ${page.job_id}: visitors, also by the QR codes in its picture, get 404 at once`;
  if (!(await terminal.confirm(page.organization_id, [change]))) return;
  await saveAndShow(page, new Date(), terminal.show);
});

const restore = action(OfPage, async ({ page: typed }, terminal) => {
  const page = await requirePage(typed);
  if (page.revoked_at === null) throw new InputError(`Page ${page.disclosure_id} is not revoked.`);
  const change = `publish page ${page.disclosure_id} of ${page.job_id} again: everyone with its address sees both pictures`;
  if (!(await terminal.confirm(page.organization_id, [change]))) return;
  await saveAndShow(page, null, terminal.show);
});

async function saveAndShow(
  page: DisclosurePage,
  revokedAt: Date | null,
  show: (result: unknown, text: string) => void,
): Promise<void> {
  await setDisclosureRevoked(page.disclosure_id, revokedAt);
  const changed = { ...page, revoked_at: revokedAt === null ? null : revokedAt.toISOString() };
  show(changed, listing(changed));
}

const pageArgument = ["<page>", "its address, or what follows /d/ in it"] as const;

export function disclosureCommands(program: Command): void {
  const disclosure = program
    .command("disclosure")
    .description(
      "public pages that show a picture's original: who one belongs to, take it away, give it back",
    );
  disclosure
    .command("show")
    .description("the job and the pictures of a page, and whether it is revoked")
    .argument(...pageArgument)
    .action(show);
  disclosure
    .command("revoke")
    .description("answer a page with 404, as if there were none; the job and its pictures stay")
    .argument(...pageArgument)
    .action(revoke);
  disclosure
    .command("restore")
    .description("publish a revoked page again, under the same address")
    .argument(...pageArgument)
    .action(restore);
}
