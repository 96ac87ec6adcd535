// WEBHOOK_SECRET=whsec_… npx node packages/clients/conformance/examples/receive-webhooks/main.ts
// During a rotation, the secrets are separated by a space.
import { createServer } from "node:http";
import { webhookReceiver } from "./receiver.ts";

const secrets = process.env.WEBHOOK_SECRET?.split(" ");
if (!secrets) {
  console.error("Set WEBHOOK_SECRET to the signing secret of your organization: whsec_…");
  process.exit(1);
}
const port = Number(process.env.PORT ?? 4100);
const receiver = webhookReceiver(secrets, (id, event) => console.log(id, JSON.stringify(event, null, 2)));
createServer(receiver).listen(port, "127.0.0.1", () =>
  console.log(`Receiving webhooks at http://127.0.0.1:${port}/`),
);
