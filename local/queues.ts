import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { AwsError, type Operations } from "./aws-api.ts";
import type { Store } from "./store.ts";
import type { Stack } from "./template/stack.ts";

const Properties = v.object({ VisibilityTimeout: v.optional(v.number(), 30) });
const Send = v.object({ QueueUrl: v.string(), MessageBody: v.string() });
const Receive = v.object({ QueueUrl: v.string(), MaxNumberOfMessages: v.optional(v.number(), 1) });
const Delete = v.object({ QueueUrl: v.string(), ReceiptHandle: v.string() });

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** The template's standard queues, kept over restarts. Targets are named by queue URL or ARN. */
export function createQueues(stack: Stack, store: Store) {
  store.exec(`CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL,
    sent INTEGER NOT NULL, visible INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0, receipt TEXT) STRICT`);
  const queues = stack.resources("AWS::SQS::Queue", Properties);
  const insert = store.prepare(
    "INSERT INTO messages (id, queue, body, sent, visible) VALUES (?, ?, ?, ?, ?)",
  );
  const take = store.prepare(
    `UPDATE messages SET visible = ?, receives = receives + 1, receipt = hex(randomblob(16)) WHERE id IN
     (SELECT id FROM messages WHERE queue = ? AND visible <= ? ORDER BY sent LIMIT ?) RETURNING *`,
  );
  const remove = store.prepare("DELETE FROM messages WHERE queue = ? AND receipt = ?");
  const find = (target: string) => {
    const queue = queues.find(({ ref, attributes }) => ref === target || attributes.Arn === target);
    if (queue === undefined) throw new AwsError("QueueDoesNotExist", `There is no queue ${target}`);
    return { name: queue.name, visibilityMs: queue.properties.VisibilityTimeout * 1000 };
  };

  const send = (target: string, body: string) => {
    const id = randomUUID();
    insert.run(id, find(target).name, body, Date.now(), Date.now());
    return { MessageId: id, MD5OfMessageBody: md5(body) };
  };

  const receive = (input: unknown) => {
    const { QueueUrl, MaxNumberOfMessages } = v.parse(Receive, input);
    const { name, visibilityMs } = find(QueueUrl);
    const rows = take.all(Date.now() + visibilityMs, name, Date.now(), MaxNumberOfMessages);
    const Messages = rows.map(({ id, body, receipt, sent, receives }) => ({
      MessageId: id,
      ReceiptHandle: receipt,
      Body: body,
      MD5OfBody: md5(String(body)),
      Attributes: { SentTimestamp: String(sent), ApproximateReceiveCount: String(receives) },
    }));
    return Messages.length > 0 ? { Messages } : {};
  };

  const sendMessage = (input: unknown) => {
    const { QueueUrl, MessageBody } = v.parse(Send, input);
    return send(QueueUrl, MessageBody);
  };

  const api: Operations = {
    "AmazonSQS.SendMessage": sendMessage,
    "AmazonSQS.ReceiveMessage": receive,
    "AmazonSQS.DeleteMessage": (input) => {
      const { QueueUrl, ReceiptHandle } = v.parse(Delete, input);
      remove.run(find(QueueUrl).name, ReceiptHandle);
    },
  };
  return { send, sendMessage, api };
}
