import type { Command } from "commander";
import { organizationArgument } from "./inputs.ts";
import { listDeliveries, showDelivery } from "./webhook-log.ts";
import { enable, listEndpointStates, rotateSecret } from "./webhook-receivers.ts";
import { redeliver, redeliverAll, sendTest } from "./webhook-redelivery.ts";

const endedJobArgument = ["<job>", "id of an ended job of the organization, such as job_01J9ZK3V7Q"] as const;

export function webhookCommands(program: Command): void {
  const webhook = program
    .command("webhook")
    .description("webhooks: what was delivered, once more, endpoints, secret");
  webhook
    .command("list")
    .description("where the delivery of each event stands")
    .argument(...organizationArgument)
    .option("--since <time>", "events since then, such as 2026-11-20T08:00Z; the last 24 hours if left out")
    .option("--undelivered", "only what has not arrived")
    .action(listDeliveries);
  webhook
    .command("show")
    .description("every attempt to deliver a job's completion, with the receiver's answers; kept for 30 days")
    .argument(...organizationArgument)
    .argument(...endedJobArgument)
    .action(showDelivery);
  webhook
    .command("redeliver")
    .description("deliver a job's completion again, under the same webhook-id")
    .argument(...organizationArgument)
    .argument(...endedJobArgument)
    .action(redeliver);
  webhook
    .command("redeliver-all")
    .description("deliver again every completion of events since a time")
    .argument(...organizationArgument)
    .requiredOption("--since <time>", "events since then, such as 2026-11-20T08:00Z")
    .option("--undelivered", "only what was given up")
    .action(redeliverAll);
  webhook
    .command("test")
    .description("send a test event to the organization's default URL")
    .argument(...organizationArgument)
    .action(sendTest);
  webhook
    .command("endpoints")
    .description("the URLs of an organization that failed lately or are disabled")
    .argument(...organizationArgument)
    .action(listEndpointStates);
  webhook
    .command("enable")
    .description("deliver again to a URL that was disabled: by 410, or for failing 5 days on end")
    .argument(...organizationArgument)
    .argument("<url>", "the URL as webhook endpoints shows it")
    .action(enable);
  webhook
    .command("rotate-secret")
    .description("make a new signing secret, shown once; for 24 hours the old one signs as well")
    .argument(...organizationArgument)
    .action(rotateSecret);
}
