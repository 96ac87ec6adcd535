import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { signedHeaders, signingSecret } from "service/lambdas/domain/webhook/signing.ts";
import { sendWebhook } from "service/lambdas/pipeline/webhook/send.ts";
import { closeConnections } from "service/lambdas/runtime/network/post.ts";
import { Pool } from "undici";
import * as v from "valibot";

const Address = v.object({ port: v.number() });
const deliveries = 500;
const concurrency = 16;
const rounds = 40;

const id = "msg_01J9ZK3V7Q";
const secrets = { current: signingSecret(randomBytes(32)), previous: null };
const body = JSON.stringify({ type: "generation.succeeded", data: randomBytes(700).toString("hex") });

type Loop = { send: () => Promise<void>; close: () => Promise<void> };
/** Deliveries per second, and the sender's processor time for each in microseconds. */
type Round = { perSecond: number; micros: number };

/** Signing and sending, and a bare undici loop. */
export async function webhooks(): Promise<void> {
  const { signing, bare } = await measureDeliveries();
  report(signing, bare);
}

/**
 * Signing and sending, and a bare undici loop that sends the same bytes, signed beforehand. Both send to the example
 * receiver of packages/clients/conformance/examples, which verifies. The figures are medians of short rounds in turn, so that other work on
 * the machine slows both.
 */
export async function measureDeliveries(): Promise<{ signing: Round; bare: Round }> {
  process.env.ALLOW_LOCAL_NETWORK = "true";
  const thread = new URL("./receiver-thread.ts", import.meta.url);
  const receiver = new Worker(thread, { workerData: secrets.current });
  const { port } = v.parse(Address, (await once(receiver, "message"))[0]);
  const [signing, bare] = [signingLoop(`http://127.0.0.1:${port}/`), bareLoop(`http://127.0.0.1:${port}/`)];
  const ofSigning: Round[] = [];
  const ofBare: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    ofBare.push(await run(bare));
    ofSigning.push(await run(signing));
  }
  await Promise.all([signing.close(), bare.close()]);
  await receiver.terminate();
  return { signing: middle(ofSigning), bare: middle(ofBare) };
}

function report(signing: Round, bare: Round): void {
  const line = ({ perSecond, micros }: Round) =>
    `${perSecond.toFixed(0)} per second, ${micros.toFixed(0)} µs of CPU each`;
  console.log(`sign and send               ${line(signing)}`);
  console.log(`bare undici loop            ${line(bare)}`);
  console.log(
    `ratio                       ${(signing.perSecond / bare.perSecond).toFixed(2)} of the bare throughput, ${(signing.micros / bare.micros).toFixed(2)} of its CPU`,
  );
}

const signingLoop = (url: string): Loop => ({
  send: async () => {
    const answer = await sendWebhook(url, id, body, secrets);
    if (answer.outcome === "error" || answer.status !== 204) throw new Error(JSON.stringify(answer));
  },
  close: closeConnections,
});

function bareLoop(url: string): Loop {
  const pool = new Pool(url);
  const bytes = Buffer.from(body);
  const headers = { "content-type": "application/json", ...signedHeaders(id, bytes, secrets, new Date()) };
  return {
    send: async () => {
      const answer = await pool.request({ method: "POST", path: "/", headers, body: bytes });
      await answer.body.dump();
    },
    close: () => pool.close(),
  };
}

async function run({ send }: Loop): Promise<Round> {
  let left = deliveries;
  const sender = async () => {
    while (left-- > 0) await send();
  };
  const [started, before] = [performance.now(), process.threadCpuUsage()];
  await Promise.all(Array.from({ length: concurrency }, sender));
  const { user, system } = process.threadCpuUsage(before);
  return {
    perSecond: (deliveries * 1000) / (performance.now() - started),
    micros: (user + system) / deliveries,
  };
}

const middle = (all: Round[]): Round => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  micros: median(all.map(({ micros }) => micros)),
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
