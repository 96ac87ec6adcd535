import type { Command } from "commander";
import { organizationArgument } from "../inputs.ts";
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
  webhook
    .command("list")
    .description(
      "show the state of delivery of each event, and what its last attempt was answered: a status, or why there was " +
        "none, such as no_signing_secret; event_id is the webhook-id that the receiver gets",
    )
    .argument(...organizationArgument)
    .option("--since <time>", "events since then, such as 2026-11-20T08:00Z (default: the last 24 hours)")
    .option("--undelivered", "only events that have not arrived")
    .action(listDeliveries);
  webhook
    .command("show")
    .description("show every attempt to deliver an event, with the receiver's answers; kept for 30 days")
    .argument(...organizationArgument)
    .argument(...eventArgument)
    .action(showDelivery);
  webhook
    .command("redeliver")
    .description("deliver an event again, under the same webhook-id")
    .argument(...organizationArgument)
    .argument(...eventArgument)
    .action(redeliver);
  webhook
    .command("redeliver-all")
    .description("deliver every event since a time again: ended jobs and thresholds of usage, not tests")
    .argument(...organizationArgument)
    .requiredOption("--since <time>", "events since then, such as 2026-11-20T08:00Z")
    .option("--undelivered", "only events that were given up or not sent")
    .action(redeliverAll);
  webhook
    .command("test")
    .description("send a test event to the organization's default URL")
    .argument(...organizationArgument)
    .action(sendTest);
  webhook
    .command("endpoints")
    .description("list the URLs of an organization that failed lately or are disabled")
    .argument(...organizationArgument)
    .action(listReceiverStates);
  webhook
    .command("enable")
    .description("deliver again to a URL that was disabled by a 410 or by 5 days of failures")
    .argument(...organizationArgument)
    .argument("<url>", "the URL as webhook endpoints shows it")
    .action(enable);
  webhook
    .command("rotate-secret")
    .description(
      "make a new signing secret, shown once; webhooks are signed with the old one too for 24 hours. Deliveries that " +
        "waited for a first one are sent",
    )
    .argument(...organizationArgument)
    .action(rotateSecret);
}
