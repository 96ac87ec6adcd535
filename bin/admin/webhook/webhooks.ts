import type { Command } from "commander";
import { organizationCommand } from "../command.ts";
import { listDeliveries, showDelivery } from "./log.ts";
import { enable, listReceiverStates, rotateSecret } from "./receivers.ts";
import { redeliver, redeliverAll, sendTest } from "./redelivery.ts";

const eventArgument = [
  "<event>",
  "id of an ended job, such as job_01J9ZK3V7Q; or the event_id of a usage.threshold_reached, such as msg_7TDQ11ZAR9",
] as const;

export function webhookCommands(program: Command): void {
  const webhook = program
    .command("webhook")
    .description("webhooks: deliveries, redelivery, receivers and the signing secret");
  organizationCommand(
    webhook,
    "list",
    "show the state of delivery of each event, and what its last attempt was answered: a status, or why there was " +
      "none, such as no_signing_secret; event_id is the webhook-id that the receiver gets",
  )
    .option("--since <time>", "events since then, such as 2026-11-20T08:00Z (default: the last 24 hours)")
    .option("--undelivered", "only events that have not arrived")
    .action(listDeliveries);
  organizationCommand(
    webhook,
    "show",
    "show every attempt to deliver an event, with the receiver's answers; kept for 30 days",
  )
    .argument(...eventArgument)
    .action(showDelivery);
  organizationCommand(webhook, "redeliver", "deliver an event again, under the same webhook-id")
    .argument(...eventArgument)
    .action(redeliver);
  organizationCommand(
    webhook,
    "redeliver-all",
    "deliver every event since a time again: ended jobs and thresholds of usage, not tests",
  )
    .requiredOption("--since <time>", "events since then, such as 2026-11-20T08:00Z")
    .option("--undelivered", "only events that were given up or not sent")
    .action(redeliverAll);
  organizationCommand(webhook, "test", "send a test event to the organization's default URL").action(
    sendTest,
  );
  webhook
    .command("endpoints")
    .description("list the URLs that failed lately or are disabled: of an organization, or of all")
    .argument("[organization]", "its id, such as org_01J9ZK3V7Q")
    .action(listReceiverStates);
  organizationCommand(
    webhook,
    "enable",
    "deliver again to a URL that was disabled by a 410 or by 5 days of failures",
  )
    .argument("<url>", "the URL as webhook endpoints shows it")
    .action(enable);
  organizationCommand(
    webhook,
    "rotate-secret",
    "make a new signing secret, shown once; webhooks are signed with the old one too for 24 hours. Deliveries that " +
      "waited for a first one are sent",
  ).action(rotateSecret);
}
