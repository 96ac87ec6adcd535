// WEBHOOK_SECRET=whsec_… node clients/examples/webhook-receiver/main.ts
import { createServer } from "node:http";
import { webhookReceiver } from "./receiver.ts";

const secret = process.env.WEBHOOK_SECRET;
if (!secret) {
  console.error("Set WEBHOOK_SECRET to the signing secret of your organization: whsec_…");
  process.exit(1);
}
const port = Number(process.env.PORT ?? 4100);
const receiver = webhookReceiver(secret, (id, event) => console.log(id, JSON.stringify(event, null, 2)));
createServer(receiver).listen(port, "127.0.0.1", () =>
  console.log(`Receiving webhooks at http://127.0.0.1:${port}/`),
);
