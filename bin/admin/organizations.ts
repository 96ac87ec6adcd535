import type { Command } from "commander";
import * as v from "valibot";
import { changeAnchorDay } from "../../lambdas/domain/billing/period.ts";
import { newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import { accessStatuses } from "../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { countOpenWork, eraseItems, erasePictures } from "../../lambdas/storage/organization/erasure.ts";
import { createOrganization, listOrganizations } from "../../lambdas/storage/organization/organizations.ts";
import { changeOrganization } from "./change.ts";
import { action, collect } from "./command.ts";
import {
  changedLimits,
  InputError,
  LimitChanges,
  Name,
  OfOrganization,
  organizationArgument,
  WebhookUrl,
  wholeNumber,
  YesNo,
} from "./inputs.ts";
import { requireOrganization } from "./lookup.ts";
import { organizationView } from "./organization-view.ts";
import { listing, tabular } from "./terminal.ts";

const create = action(
  v.object({ name: Name, webhookUrl: v.optional(WebhookUrl) }),
  async ({ name, webhookUrl }, terminal) => {
    const organization = newOrganization(name, webhookUrl ?? null, new Date(), systemRandom);
    if (!terminal.announce([`create organization ${organization.organization_id}, ${name}`])) return;
    await createOrganization(organization);
    terminal.show(organizationView(organization), listing(organizationView(organization)));
  },
);

const show = action(OfOrganization, async ({ organization }, terminal) => {
  const view = organizationView(await requireOrganization(organization));
  terminal.show(view, listing(view));
});

const list = action(v.object({}), async (_input, terminal) => {
  const views = (await listOrganizations()).map(organizationView);
  const rows = views.map(({ organization_id, name, access_status, plan }) => ({
    organization_id,
    name,
    access_status,
    plan,
  }));
  terminal.show(views, tabular(rows));
});

const Changes = v.object({
  ...OfOrganization.entries,
  name: v.optional(Name),
  approved: v.optional(YesNo),
  status: v.optional(v.picklist(accessStatuses, `must be one of ${accessStatuses.join(", ")}`)),
  anchorDay: v.optional(wholeNumber(1, 28)),
  limit: v.optional(LimitChanges),
  webhookUrl: v.optional(v.union([WebhookUrl, v.literal(false)])),
});

const set = action(Changes, async ({ organization: id, ...wanted }, terminal) => {
  const before = await requireOrganization(id);
  const { name, approved, status, anchorDay, limit, webhookUrl } = wanted;
  await changeOrganization(
    before,
    {
      ...(name !== undefined && { name }),
      ...(approved !== undefined && { approved }),
      ...(status !== undefined && { access_status: status }),
      ...(anchorDay !== undefined && { anchors: changeAnchorDay(before.anchors, anchorDay, new Date()) }),
      ...(limit !== undefined && { limits: changedLimits(before.limits, limit) }),
      ...(webhookUrl !== undefined && { default_webhook_url: webhookUrl || null }),
    },
    terminal,
  );
});

const erase = action(OfOrganization, async ({ organization }, terminal) => {
  const { organization_id, name, access_status } = await requireOrganization(organization);
  if (access_status !== "disabled")
    throw new InputError(
      `${organization_id} is ${access_status}: disable it first with org set ${organization_id} --status disabled.`,
    );
  const open = await countOpenWork(organization_id);
  if (open > 0)
    throw new InputError(
      `${organization_id} has ${open} jobs or ingests under way: wait until they have ended, an hour at most.`,
    );
  const everything = "its pictures, jobs, keys, secrets, usage and ledger";
  if (!(await terminal.confirm([`erase ${organization_id}, ${name}, permanently: ${everything}`]))) return;
  const pictures = await erasePictures(organization_id);
  const items = await eraseItems(organization_id);
  terminal.show({ organization_id, pictures, items }, `${pictures} pictures and ${items} items were erased.`);
});

export function organizationCommands(program: Command): void {
  const org = program.command("org").description("organizations: who may use the API, and how much");
  org
    .command("create")
    .description("add an organization, approved and active, on the standard plan; plan set changes that")
    .requiredOption("--name <name>", "a name for operators")
    .option("--webhook-url <url>", "where its webhooks go when a request names no URL")
    .action(create);
  org
    .command("show")
    .description("access, plan, limits in force and webhook URL of an organization")
    .argument(...organizationArgument)
    .action(show);
  org.command("list").description("every organization").action(list);
  org
    .command("set")
    .description("change an organization; running functions notice within 30 seconds")
    .argument(...organizationArgument)
    .option("--name <name>", "a name for operators")
    .option("--approved <yes|no>", "whether it may use the API at all")
    .option("--status <status>", `${accessStatuses.join(", ")}; the last two refuse every request`)
    .option(
      "--anchor-day <day>",
      "day of the month on which billing periods start, 1 to 28, from the end of the current one",
    )
    .option("--limit <name=value>", "a limit, or name=default; may be repeated", collect)
    .option("--webhook-url <url>", "where its webhooks go when a request names no URL")
    .option("--no-webhook-url", "send no webhooks unless a request names a URL")
    .action(set);
  org
    .command("erase")
    .description(
      "delete everything of a disabled organization, its ledger included: export that first with ledger export",
    )
    .argument(...organizationArgument)
    .action(erase);
}
