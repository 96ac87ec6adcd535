import type { Command } from "commander";
import * as v from "valibot";
import { newOrganization, standardPlan } from "../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { action } from "./command.ts";
import { WebhookUrl } from "./inputs.ts";
import { createWithCredentials } from "./onboarding.ts";
import { listing } from "./terminal.ts";

const generousPlan = { ...standardPlan, name: "development", included_units: 10_000 };

const seed = action(v.object({ webhookUrl: v.optional(WebhookUrl) }), async ({ webhookUrl }, terminal) => {
  const now = new Date();
  const organization = {
    ...newOrganization("Development", webhookUrl ?? null, now, systemRandom),
    plan: generousPlan,
  };
  const { organization_id } = organization;
  const change = `create organization ${organization_id} with a key and a signing secret`;
  if (!(await terminal.announce(organization_id, [change]))) return;
  const seeded = { organization_id, ...(await createWithCredentials(organization, now)) };
  terminal.show(seeded, listing(seeded));
});

export function devCommands(program: Command): void {
  program
    .command("dev")
    .description("for development: the organization that a new local service starts with")
    .command("seed")
    .description("add an organization on a generous plan, with a key and a signing secret, shown once")
    .option("--webhook-url <url>", "where its webhooks go when a request names no URL")
    .action(seed);
}
