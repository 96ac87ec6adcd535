import type { Command } from "commander";
import * as v from "valibot";
import { newOrganization, standardPlan } from "../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { action } from "../command.ts";
import { WebhookUrl } from "../inputs.ts";
import { listing } from "../terminal.ts";
import { createWithCredentials } from "./onboarding.ts";

const generousPlan = { ...standardPlan, name: "development", included_units: 10_000 };

const seed = action(v.object({ webhookUrl: v.optional(WebhookUrl) }), async ({ webhookUrl }, terminal) => {
  const now = new Date();
  const made = (name: string, sandbox: boolean) =>
    newOrganization(name, webhookUrl ?? null, now, systemRandom, { sandbox });
  const organization = { ...made("Development", false), plan: generousPlan };
  const sandbox = made("Development sandbox", true);
  const change = `create organization ${organization.organization_id} with a key and a signing secret`;
  const beside = `create sandbox ${sandbox.organization_id} with a key and a signing secret`;
  if (!(await terminal.announce(organization.organization_id, [change, beside]))) return;
  const credentials = await createWithCredentials(organization, now);
  const ofSandbox = await createWithCredentials(sandbox, now);
  const seeded = {
    organization_id: organization.organization_id,
    ...credentials,
    sandbox_organization_id: sandbox.organization_id,
    sandbox_api_key: ofSandbox.api_key,
    sandbox_signing_secret: ofSandbox.signing_secret,
  };
  terminal.show(seeded, listing(seeded));
});

export function devCommands(program: Command): void {
  program
    .command("dev")
    .description("for development: the organizations that a new local service starts with")
    .command("seed")
    .description(
      "add an organization on a generous plan and a sandbox, each with a key and a signing secret, shown once",
    )
    .option("--webhook-url <url>", "where their webhooks go when a request names no URL")
    .action(seed);
}
