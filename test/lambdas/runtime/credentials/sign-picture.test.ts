import { sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { newCertificate } from "@image-staging/laptop/content-credentials";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, test } from "vitest";
import { startReader } from "../../../../lambdas/runtime/credentials/c2pa.ts";
import { openSigner } from "../../../../lambdas/runtime/credentials/sign-picture.ts";
import { trustOf } from "../../../../lambdas/runtime/credentials/trust.ts";
import { verifyPicture } from "../../../../lambdas/runtime/credentials/verify-picture.ts";
import type { Log } from "../../../../lambdas/runtime/log.ts";
import { canSign, newSigningSettings, refurnished, secrets, validate } from "../../../support/credentials.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { trySignedOutputs } from "../../../support/signed-outputs.ts";
import { hasOpenssl, startTimestamps } from "../../../support/timestamps.ts";

const warnings: unknown[] = [];
const log = { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Log;
const picture = await drawRoom({ width: 600, height: 400 }).jpeg().toBuffer();
const source = { contentHash: "ab".repeat(32), credentials: null };

describe.runIf(canSign)("a signed picture", async () => {
  const { settings, privateKey } = await newSigningSettings();
  const signer = openSigner(settings);
  const signed = await signer(picture, refurnished, source, log);

  // @contract added.50
  test("is valid for a program that shares no code with the signer, and has the same pixels", async () => {
    expect(await validate(signed)).toMatchObject({ isValid: true, manifests: 1 });
    expect(signed.subarray(-1000).equals(picture.subarray(-1000))).toBe(true);
    expect(signed.length - picture.length).toBeLessThan(8000);
  });

  test("that was set upright says that it was cropped", async () => {
    const enhanced = { ...refurnished, workflow: "pro_capture", mode: null, kept: 0.938 } as const;
    const cropped = await signer(picture, enhanced, source, log);
    expect(await validate(cropped)).toMatchObject({ isValid: true });
    for (const said of ["c2pa.cropped", "93 % of the original"]) expect(cropped.includes(said)).toBe(true);
    expect(signed.includes("c2pa.cropped")).toBe(false);
  });

  test("is not valid if a word of what it says is another, or a byte of the picture", async () => {
    expect(await isValid(signed)).toBe(true);
    const said = [
      "Furniture",
      "compositeWith",
      "diffusion",
      refurnished.at,
      "refurnish",
      "ni:///sha-256",
      "0123456789abc",
    ];
    const places = said.map((word) => signed.indexOf(word));
    expect(places.filter((at) => at < 0)).toEqual([]);
    for (const at of [...places, 0, signed.length - 1, signed.length - 500]) {
      const tampered = Buffer.from(signed);
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      expect([at, await isValid(tampered)]).toEqual([at, false]);
    }
  });

  test("reads the key once for each execution environment, and says nothing of it", async () => {
    secrets.resetHistory();
    const again = openSigner(settings);
    for (const _ of [1, 2]) await again(picture, refurnished, source, log);
    expect(secrets.calls()).toHaveLength(1);
    expect(signed.includes(privateKey.slice(40, 80))).toBe(false);
  });

  test("is signed without a timestamp if the service of timestamps fails, and a warning says so", async () => {
    const server = createServer((_request, response) => response.writeHead(500).end());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    const stamping = openSigner({ ...settings, timestampUrl: `http://127.0.0.1:${port}/` });
    expect(await validate(await stamping(picture, refurnished, source, log))).toMatchObject({
      isValid: true,
    });
    expect(JSON.stringify(warnings)).toContain("signed without a timestamp");
    server.close();
  });

  test.runIf(hasOpenssl)("has the time at which a service of timestamps saw its signature", async () => {
    const timestamps = await startTimestamps();
    const before = Math.floor(Date.now() / 1000) * 1000;
    warnings.length = 0;
    const sign = openSigner({ ...settings, timestampUrl: timestamps.url });
    await sign(picture, refurnished, source, log);
    const stamped = await sign(picture, refurnished, source, log);
    timestamps.stop();
    expect(warnings).toEqual([]);
    // The first picture states what it learns from the first token.
    expect(timestamps.tokens.map((token) => stamped.includes(token))).toEqual([false, false, true]);
    const trust = trustOf({ CREDENTIALS_CERTIFICATES: settings.certificates });
    const found = await verifyPicture(stamped, trust, startReader);
    expect(found).toMatchObject({ verdict: "made_here", intact: true });
    expect(await verifyPicture(signed, trust, startReader)).toMatchObject({ signed_by: { at: null } });
    const token = timestamps.tokens.at(-1) ?? Buffer.alloc(0);
    const certificate = token.indexOf("Authority of timestamps");
    for (const at of [25, 30, certificate, token.lastIndexOf("Authority") - 90, token.length - 1]) {
      const changed = Buffer.from(stamped);
      const place = stamped.indexOf(token) + at;
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([at, await verifyPicture(changed, trust, startReader)]).toMatchObject([
        at,
        { verdict: "changed" },
      ]);
    }
    const at = new Date(found?.signed_by?.at ?? 0).getTime();
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  test("is signed by a key in KMS, which gives DER, by one call", async () => {
    const { certificates, key } = await newCertificate(new Date());
    const kms = mockClient(KMSClient);
    kms.on(SignCommand).callsFake(({ Message }) => ({ Signature: sign("sha256", Message, key) }));
    const arn = "arn:aws:kms:eu-central-1:123456789012:key/0d1e2f";
    const output = await openSigner({ certificates, key: arn, timestampUrl: undefined })(
      picture,
      refurnished,
      source,
      log,
    );
    expect(await validate(output)).toMatchObject({ isValid: true });
    expect(kms.commandCalls(SignCommand)).toHaveLength(1);
    expect(kms.commandCalls(SignCommand)[0]?.args[0].input).toMatchObject({
      KeyId: arn,
      SigningAlgorithm: "ECDSA_SHA_256",
    });
  });

  test("is refused with a secret that holds no key, by an error that does not repeat the secret", async () => {
    secrets.onAnyCommand().resolves({ SecretString: "hunter2" });
    const refused = openSigner(settings)(picture, refurnished, source, log);
    await expect(refused).rejects.toThrow(/^(?!.*hunter2).*$/s);
  });
});

async function isValid(picture: Buffer): Promise<boolean> {
  try {
    return (await validate(picture)).isValid;
  } catch {
    return false;
  }
}

test.runIf(canSign)(
  "outputs of all workflows are valid, keep what they came with, and show each flipped bit of the picture",
  async () => {
    const { outputs, valid, chains, kept, flips, missed } = await trySignedOutputs(12, 4);
    expect({ valid, kept, missed }).toEqual({ valid: outputs, kept: chains, missed: 0 });
    expect([chains, flips].every((count) => count > 2)).toBe(true);
  },
);

test("settings without a certificate are refused", () => {
  const settings = {
    certificates: "",
    key: "arn:aws:kms:eu-central-1:123456789012:key/0d1e2f",
    timestampUrl: undefined,
  };
  expect(() => openSigner(settings)).toThrow();
});
