import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { webhookReceiver } from "@image-staging/conformance/examples/receive-webhooks/receiver";

const server = createServer(webhookReceiver(workerData, () => {}));
server.listen(0, "127.0.0.1", () => parentPort?.postMessage(server.address()));
