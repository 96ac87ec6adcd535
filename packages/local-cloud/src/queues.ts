import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { AwsError, type Operations } from "./aws-api.ts";
import type { Store } from "./store.ts";
import type { Stack } from "./template/stack.ts";

const Properties = v.object({ VisibilityTimeout: v.optional(v.number(), 30) });
const Send = v.object({ QueueUrl: v.string(), MessageBody: v.string() });
const Receive = v.object({ QueueUrl: v.string(), MaxNumberOfMessages: v.optional(v.number(), 1) });
const Attributes = v.object({ QueueUrl: v.string() });
const Delete = v.object({ QueueUrl: v.string(), ReceiptHandle: v.string() });

const Message = v.object({
  id: v.string(),
  receipt: v.string(),
  body: v.string(),
  sent: v.number(),
  receives: v.number(),
});
const Count = v.object({ waiting: v.number() });
type Message = v.InferOutput<typeof Message>;

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** The template's standard queues, kept over restarts. Targets are named by queue URL or ARN. */
export function createQueues(stack: Stack, store: Store) {
  const messages = openMessages(store);
  const queues = stack.resources("AWS::SQS::Queue", Properties);
  const find = (target: string) => {
    const queue = queues.find(({ ref, attributes }) => ref === target || attributes.Arn === target);
    if (queue === undefined) throw new AwsError("QueueDoesNotExist", `There is no queue ${target}`);
    return { name: queue.name, visibilityMs: queue.properties.VisibilityTimeout * 1000 };
  };

  const send = (target: string, body: string) => ({
    MessageId: messages.add(find(target).name, body),
    MD5OfMessageBody: md5(body),
  });
  const sendMessage = (input: unknown) => {
    const { QueueUrl, MessageBody } = v.parse(Send, input);
    return send(QueueUrl, MessageBody);
  };
  const receive = (input: unknown) => {
    const { QueueUrl, MaxNumberOfMessages } = v.parse(Receive, input);
    const { name, visibilityMs } = find(QueueUrl);
    const Messages = messages.take(name, visibilityMs, MaxNumberOfMessages).map(describe);
    return Messages.length > 0 ? { Messages } : {};
  };
  const remove = (input: unknown) => {
    const { QueueUrl, ReceiptHandle } = v.parse(Delete, input);
    messages.remove(find(QueueUrl).name, ReceiptHandle);
  };

  /** The one attribute that is read here: how many messages a receive could get. */
  const attributes = (input: unknown) => {
    const waiting = messages.count(find(v.parse(Attributes, input).QueueUrl).name);
    return { Attributes: { ApproximateNumberOfMessages: String(waiting) } };
  };

  const api: Operations = {
    "AmazonSQS.SendMessage": sendMessage,
    "AmazonSQS.ReceiveMessage": receive,
    "AmazonSQS.DeleteMessage": remove,
    "AmazonSQS.GetQueueAttributes": attributes,
  };
  return { send, sendMessage, api };
}

function describe({ id, receipt, body, sent, receives }: Message) {
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5(body),
    Attributes: { SentTimestamp: String(sent), ApproximateReceiveCount: String(receives) },
  };
}

function openMessages(store: Store) {
  store.exec(`CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL,
    sent INTEGER NOT NULL, visible INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0, receipt TEXT) STRICT`);
  const insert = store.prepare(
    "INSERT INTO messages (id, queue, body, sent, visible) VALUES (?, ?, ?, ?, ?)",
  );
  const take = store.prepare(
    `UPDATE messages SET visible = ?, receives = receives + 1, receipt = hex(randomblob(16)) WHERE id IN
     (SELECT id FROM messages WHERE queue = ? AND visible <= ? ORDER BY sent LIMIT ?) RETURNING *`,
  );
  const remove = store.prepare("DELETE FROM messages WHERE queue = ? AND receipt = ?");
  const count = store.prepare("SELECT count(*) AS waiting FROM messages WHERE queue = ? AND visible <= ?");
  return {
    add: (queue: string, body: string): string => {
      const id = randomUUID();
      insert.run(id, queue, body, Date.now(), Date.now());
      return id;
    },
    /** Takes visible messages, oldest first, and hides them for a time. */
    take: (queue: string, hiddenMs: number, limit: number): Message[] =>
      take.all(Date.now() + hiddenMs, queue, Date.now(), limit).map((row) => v.parse(Message, row)),
    count: (queue: string): number => v.parse(Count, count.get(queue, Date.now())).waiting,
    remove: (queue: string, receipt: string) => void remove.run(queue, receipt),
  };
}
