import { randomBytes } from "node:crypto";
import { webhooks } from "@image-staging/client";
import { signedHeaders, signingSecret } from "service/lambdas/domain/webhook/signing.ts";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { median, printTable, ratioOf } from "./table.ts";

/** Signing a message of 1.5 KB and verifying it, here and by the two libraries of the same specification. */
const perRound = 1000;
const rounds = 41;

const secret = signingSecret(randomBytes(32));
const secrets = { current: secret, previous: null };
const [svix, standard] = [new SvixWebhook(secret), new StandardWebhook(secret)];
const id = "msg_01J9ZK3V7Q";
const payload = JSON.stringify({ type: "generation.succeeded", data: randomBytes(700).toString("hex") });
const bytes = Buffer.from(payload);
const now = new Date();
const headers = signedHeaders(id, bytes, secrets, now);

const signers = {
  ours: () => signedHeaders(id, bytes, secrets, now)["webhook-signature"],
  svix: () => svix.sign(id, now, payload),
  standardwebhooks: () => standard.sign(id, now, payload),
};
const verifiers = {
  ours: () => webhooks.verify(payload, headers, secret),
  svix: () => svix.verify(payload, headers),
  standardwebhooks: () => standard.verify(payload, headers),
};

for (const [name, sign] of Object.entries(signers))
  if (sign() !== headers["webhook-signature"]) throw new Error(`${name} signs otherwise.`);

/** The processor time of each call in microseconds, in rounds in turn. */
async function microsOf(calls: Record<string, () => unknown>): Promise<number[][]> {
  const all = Object.values(calls).map((call) => ({ call, micros: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const { call, micros } of all) {
      const before = process.cpuUsage();
      for (let nth = 0; nth < perRound; nth++) await call();
      const { user, system } = process.cpuUsage(before);
      micros.push((user + system) / perRound);
    }
  return all.map(({ micros }) => micros);
}

const row = (what: string, [ours = [], ...others]: number[][]) => [
  what,
  `${median(ours).toFixed(1)} µs`,
  ...others.map((other) => `${median(other).toFixed(1)} µs, × ${ratioOf(other, ours)}`),
];
const [signing, verifying] = [await microsOf(signers), await microsOf(verifiers)];
printTable(
  ["", "ours", "svix", "standardwebhooks"],
  [row("CPU of a signature", signing), row("CPU of a verification", verifying)],
);
