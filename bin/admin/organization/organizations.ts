import type { Command } from "commander";
import * as v from "valibot";
import { changeAnchorDay } from "../../../lambdas/domain/billing/period.ts";
import { newOrganization } from "../../../lambdas/domain/organization/new-organization.ts";
import { accessStatuses } from "../../../lambdas/domain/organization/organization.ts";
import { counted } from "../../../lambdas/domain/plain-text.ts";
import { Disclosure } from "../../../lambdas/domain/vocabulary.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { countOpenWork, eraseItems, erasePictures } from "../../../lambdas/storage/organization/erasure.ts";
import { listOrganizations } from "../../../lambdas/storage/organization/organizations.ts";
import { findSigningSecrets } from "../../../lambdas/storage/webhook/signing-secrets.ts";
import { action, collect, organizationCommand } from "../command.ts";
import {
  changedLimits,
  InputError,
  LimitChanges,
  OfOrganization,
  WebhookUrl,
  wholeNumber,
  YesNo,
} from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, tabular } from "../terminal.ts";
import { Name } from "../texts.ts";
import { BillingOptions, changedBilling, withBillingOptions } from "./billing-details.ts";
import { changeOrganization } from "./change.ts";
import { createWithCredentials, shownOnce } from "./onboarding.ts";
import { organizationView } from "./organization-view.ts";

const create = action(
  v.object({ name: Name, webhookUrl: v.optional(WebhookUrl), sandbox: v.optional(v.boolean(), false) }),
  async ({ name, webhookUrl, sandbox }, terminal) => {
    const now = new Date();
    const organization = newOrganization(name, webhookUrl ?? null, now, systemRandom, { sandbox });
    const { organization_id } = organization;
    const kind = sandbox ? "sandbox" : "organization";
    const change = `create ${kind} ${organization_id}, ${name}, with a key and a signing secret`;
    if (!(await terminal.announce(organization_id, [change]))) return;
    const created = {
      ...organizationView(organization),
      ...(await createWithCredentials(organization, now)),
    };
    terminal.show(created, `${listing(created)}\n\n${shownOnce}`);
  },
);

const show = action(OfOrganization, async ({ organization }, terminal) => {
  const view = organizationView(await requireOrganization(organization));
  const secrets = await findSigningSecrets(view.organization_id);
  const shown = { ...view, signing_secret_since: secrets && (secrets.created_at ?? "unknown") };
  const age = ageOf(shown.signing_secret_since, new Date());
  terminal.show(shown, listing({ ...shown, signing_secret_since: age }));
});

/** Since when the signing secret signs, as text. Secrets made before 1.1.0 do not say. */
function ageOf(since: string | null, now: Date): string {
  if (since === null) return "none: its webhooks wait; webhook rotate-secret makes one";
  if (since === "unknown") return "unknown: made before this was recorded";
  const days = Math.floor((now.getTime() - Date.parse(since)) / 86_400_000);
  return `${since} (${days} ${days === 1 ? "day" : "days"})`;
}

const list = action(v.object({}), async (_input, terminal) => {
  const views = (await listOrganizations()).map(organizationView);
  const rows = views.map(({ organization_id, name, sandbox, access_status, plan }) => ({
    organization_id,
    name,
    sandbox,
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
  disclosure: v.optional(Disclosure),
  ...BillingOptions.entries,
});

const set = action(Changes, async ({ organization: id, ...wanted }, terminal) => {
  const before = await requireOrganization(id);
  const { name, approved, status, anchorDay, limit, webhookUrl, disclosure } = wanted;
  const billing = changedBilling(before.billing, wanted);
  await changeOrganization(
    before,
    {
      ...(name !== undefined && { name }),
      ...(approved !== undefined && { approved }),
      ...(status !== undefined && { access_status: status }),
      ...(anchorDay !== undefined && { anchors: changeAnchorDay(before.anchors, anchorDay, new Date()) }),
      ...(limit !== undefined && { limits: changedLimits(before.limits, limit) }),
      ...(webhookUrl !== undefined && { default_webhook_url: webhookUrl || null }),
      ...(disclosure !== undefined && { disclosure }),
      ...(billing !== undefined && { billing }),
    },
    terminal,
  );
});

const EraseInput = v.object({ ...OfOrganization.entries, confirm: v.optional(v.string()) });

const erase = action(EraseInput, async ({ organization, confirm }, terminal) => {
  const { organization_id, name, access_status } = await requireOrganization(organization);
  if (access_status !== "disabled")
    throw new InputError(
      `${organization_id} is ${access_status}: disable it first with org set ${organization_id} --status disabled.`,
    );
  const open = await countOpenWork(organization_id);
  if (open > 0)
    throw new InputError(
      `${organization_id} has jobs or ingests under way, ${open} in all: wait until they have ended and are cleared, 80 minutes at most.`,
    );
  const everything = "its pictures, jobs, keys, secrets, usage and ledger";
  const change = `erase ${organization_id} permanently: ${everything}`;
  if (!(await terminal.confirmByName(organization_id, [change], { expected: name, given: confirm }))) return;
  const pictures = await erasePictures(organization_id);
  const items = await eraseItems(organization_id);
  terminal.show(
    { organization_id, pictures, items },
    `Erased: ${counted(pictures, "picture")} and ${counted(items, "item")}.`,
  );
});

export function organizationCommands(program: Command): void {
  const org = program.command("org").description("organizations: who may use the API, and how much");
  org
    .command("create")
    .description(
      "add an organization, approved and active, on the standard plan (plan set changes that), with a key and a " +
        "signing secret, both shown once",
    )
    .requiredOption("--name <name>", "a name for operators")
    .option("--webhook-url <url>", "where its webhooks go when a request names no URL")
    .option(
      "--sandbox",
      "make it a sandbox for good: keys that begin with stg_test_, simulated pictures, failures on demand, no charges",
    )
    .action(create);
  organizationCommand(
    org,
    "show",
    "access, plan, limits in force, webhook URL and age of the signing secret of an organization",
  ).action(show);
  org.command("list").description("every organization").action(list);
  const setting = organizationCommand(
    org,
    "set",
    "change an organization; running functions notice within 30 seconds",
  )
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
    .option(
      "--disclosure <how>",
      `how outputs say that they were altered if a request does not choose: ${Disclosure.options.join(", ")}`,
    );
  withBillingOptions(setting).action(set);
  organizationCommand(
    org,
    "erase",
    "delete everything of a disabled organization, its ledger included: export that first with ledger export. " +
      "Asks for the organization's name; --yes does not answer that",
  )
    .option("--confirm <name>", "the organization's name, if there is no terminal to type it at")
    .action(erase);
}
