import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import {
  rotated,
  type SigningSecrets,
  signedHeaders,
  signingSecret,
} from "../../../../lambdas/domain/webhook/signing.ts";

const fresh = (): SigningSecrets => ({ current: signingSecret(randomBytes(32)), previous: null });
const body = JSON.stringify({ type: "generation.succeeded", data: { reference: "Müller & Söhne 🏠" } });
const verifiers = [
  ["standardwebhooks", Webhook],
  ["svix", SvixWebhook],
] as const;

describe.each(verifiers)("the verifier of %s", (_name, Verifier) => {
  const verifies = (secret: string, content: string, headers: Record<string, string>) => {
    try {
      new Verifier(secret).verify(content, headers);
      return true;
    } catch {
      return false;
    }
  };

  test("accepts what is signed, whatever its text", () => {
    const secrets = fresh();
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (content) => {
        const headers = signedHeaders("msg_1", Buffer.from(content), secrets, new Date());
        expect(verifies(secrets.current, content, headers)).toBe(true);
      }),
    );
  });

  test("refuses it with any one byte of body, id, timestamp or signature flipped", () => {
    const secrets = fresh();
    const headers = signedHeaders("msg_1", Buffer.from(body), secrets, new Date());
    const parts = { body, ...headers };
    const name = fc.constantFrom(...Object.keys(parts));
    fc.assert(
      fc.property(name, fc.nat(), fc.integer({ min: 1, max: 255 }), (part, at, mask) => {
        const { body: content = "", ...signed } = { ...parts, [part]: flip(parts[part as "body"], at, mask) };
        expect(verifies(secrets.current, content, signed)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("refuses it when it is more than 5 minutes old or early", () => {
    const secrets = fresh();
    const signedAgo = (seconds: number) =>
      verifies(
        secrets.current,
        body,
        signedHeaders("msg_1", Buffer.from(body), secrets, new Date(Date.now() - seconds * 1000)),
      );
    expect([-310, -290, 290, 310].map(signedAgo)).toEqual([false, true, true, false]);
  });

  test("accepts both secrets for 24 hours after a rotation, then the new one alone", () => {
    const before = fresh();
    const next = signingSecret(randomBytes(32));
    const hoursAgo = (hours: number) => rotated(before, next, new Date(Date.now() - hours * 3_600_000));
    const accepted = (secrets: SigningSecrets) => {
      const headers = signedHeaders("msg_1", Buffer.from(body), secrets, new Date());
      return [next, before.current].map((secret) => verifies(secret, body, headers));
    };
    expect(accepted(hoursAgo(23.9))).toEqual([true, true]);
    expect(accepted(hoursAgo(24.1))).toEqual([true, false]);
  });
});

test("a replaced secret signs until its last moment, and not at it", () => {
  const now = new Date();
  const secrets = rotated(fresh(), signingSecret(randomBytes(32)), now);
  const signatures = [-1, 0].map((ms) => {
    const at = new Date(now.getTime() + 24 * 3_600_000 + ms);
    return signedHeaders("msg_1", Buffer.from(body), secrets, at)["webhook-signature"]?.split(" ").length;
  });
  expect(signatures).toEqual([2, 1]);
});

test("a second rotation within 24 hours leaves the two latest secrets", () => {
  const first = fresh();
  const now = new Date();
  const [second, third] = [signingSecret(randomBytes(32)), signingSecret(randomBytes(32))];
  const secrets = rotated(rotated(first, second, now), third, now);
  expect([secrets.current, secrets.previous?.secret]).toEqual([third, second]);
});

test("a secret is whsec_ and 32 bytes in base64", () => {
  const bytes = randomBytes(32);
  expect(signingSecret(bytes)).toBe(`whsec_${bytes.toString("base64")}`);
});

/** Flips bits of one byte, as a faulty line would: what is no longer UTF-8 arrives as replacement characters. */
function flip(text: string, at: number, mask: number): string {
  const bytes = Buffer.from(text);
  const index = at % bytes.length;
  bytes.writeUInt8(bytes.readUInt8(index) ^ mask, index);
  return bytes.toString();
}
