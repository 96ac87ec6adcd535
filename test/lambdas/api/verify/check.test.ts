import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { WASM_SRI } from "@contentauth/c2pa-wasm";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { containerOf } from "../../../../lambdas/domain/generation/container.ts";
import { startReader } from "../../../../lambdas/runtime/credentials/c2pa.ts";
import { readCredentials } from "../../../../lambdas/runtime/credentials/keep-credentials.ts";
import { openSigner } from "../../../../lambdas/runtime/credentials/sign-picture.ts";
import { trustOf } from "../../../../lambdas/runtime/credentials/trust.ts";
import { verifyPicture } from "../../../../lambdas/runtime/credentials/verify-picture.ts";
import type { Log } from "../../../../lambdas/runtime/log.ts";
import { bundleInto } from "../../../../lib/bundling.ts";
import { credentialsReader } from "../../../../lib/content-credentials.ts";
import { canSign, newSigningSettings, refurnished } from "../../../support/credentials.ts";
import { isFullRun, sampleOf } from "../../../support/full-run.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { hasOpenssl, startTimestamps } from "../../../support/timestamps.ts";
import { hostilePictures } from "../../runtime/picture/hostile/pictures.ts";

const plain = await drawRoom({ width: 96, height: 64 }).jpeg().toBuffer();
const contentHash = "ab".repeat(32);
const signWith = (settings: Parameters<typeof openSigner>[0], credentials: Buffer | null = null) =>
  openSigner(settings)(plain, refurnished, { contentHash, credentials }, {} as Log);

const foreign = canSign ? await signWith((await newSigningSettings()).settings) : plain;
const { settings } = canSign ? await newSigningSettings() : { settings: null };
process.env.CREDENTIALS_CERTIFICATES = (settings?.certificates ?? "").replaceAll("\n\n", "\n");
const { handler } = await import("../../../../lambdas/api/verify/check.ts");
afterAll(() => {
  process.env.CREDENTIALS_CERTIFICATES = "";
});

async function call(picture: Buffer) {
  const event = {
    httpMethod: "POST",
    body: picture.toString("base64"),
    isBase64Encoded: true,
    requestContext: { requestId: "request" },
  } as APIGatewayProxyEvent;
  const answer = (await handler(event, { awsRequestId: "request" } as Context)) as APIGatewayProxyResult;
  return { ...answer, json: JSON.parse(answer.body) };
}
const check = async (picture: Buffer) => (await call(picture)).json;

describe.runIf(settings)("of a signed picture", async () => {
  const signed = settings ? await signWith(settings) : plain;

  // @contract added.51
  test("says that this service made it, what was altered, by which kind of model, and from which original", async () => {
    expect(await check(signed)).toMatchObject({
      verdict: "made_here",
      made_here: true,
      intact: true,
      alterations: [
        {
          kind: "trained_model",
          description: expect.stringContaining("Furniture"),
          model: { name: "diffusion", version: "2.1" },
          workflow: "staging",
          mode: "refurnish",
          altered_at: refurnished.at,
        },
      ],
      original: { sha256: contentHash, disclosure_url: refurnished.disclosureUrl },
      history: [],
    });
  });

  test("says that it was changed if one bit of the picture is another, wherever that is", async () => {
    for (let at = signed.length - plain.length + 3; at < signed.length; at += isFullRun ? 97 : 389) {
      const tampered = Buffer.from(signed);
      tampered[at] = (tampered[at] ?? 0) ^ 4;
      expect([at, await check(tampered)]).toMatchObject([at, { verdict: "changed", made_here: true }]);
    }
    const longer = await check(Buffer.concat([signed, Buffer.from("x")]));
    expect(longer).toMatchObject({ verdict: "changed", made_here: true, intact: false });
  });

  test("says that it was changed if one bit of the credentials is another, also one that no hash covers", async () => {
    // A prime step reaches every bit of a byte.
    const step = isFullRun ? 1 : 7;
    let covered = 0;
    for (let at = 0; at < signed.length - plain.length; at += step) {
      const tampered = Buffer.from(signed);
      tampered[at] = (tampered[at] ?? 0) ^ (1 << (at % 8));
      if ((await containerOf(tampered)) === null) continue;
      covered += 1;
      if (covered % 64 === 0) expect([at, await check(tampered)]).not.toMatchObject([at, { intact: true }]);
    }
    expect((signed.length - plain.length) / step - covered).toBeGreaterThan(500 / step);
    const labelled = Buffer.from(signed);
    labelled.write("C2PA.signature", signed.lastIndexOf("c2pa.signature"));
    expect(await check(labelled)).toMatchObject({ verdict: "changed", made_here: true, intact: false });
  });

  test("says that there is nothing to say if it was stripped, as portals do", async () => {
    expect(await check(await sharp(signed).jpeg().toBuffer())).toMatchObject({
      verdict: "no_credentials",
      made_here: false,
      intact: null,
      alterations: [],
    });
  });

  test("says that somebody else signed it, and names no page of theirs", async () => {
    expect(await check(foreign)).toMatchObject({
      verdict: "made_elsewhere",
      made_here: false,
      intact: true,
      original: { disclosure_url: null },
    });
  });

  test("says who signed what it was made from", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "verify-")), "original.jpg");
    writeFileSync(file, foreign);
    if (!settings) return;
    const made = await signWith(settings, await readCredentials(file, "jpeg", contentHash));
    expect(await check(made)).toMatchObject({
      verdict: "made_here",
      history: [{ name: "Self-made certificate of this machine", made_by: "Image Staging Generation API" }],
    });
    for (let at = 1; at < made.length - signed.length; at += isFullRun ? 251 : 1009) {
      const earlier = Buffer.from(made);
      earlier[at] = (earlier[at] ?? 0) ^ (1 << (at % 8));
      expect([at, await check(earlier)]).not.toMatchObject([at, { verdict: "made_here" }]);
    }
    const labelled = Buffer.from(made);
    labelled.write("C2PA.signature", made.indexOf("c2pa.signature"));
    expect(await check(labelled)).toMatchObject({ verdict: "changed", made_here: true });
  });

  test("survives every kind of damage, and never says anything that was not signed", async () => {
    const sound = await check(signed);
    for (let at = 20; at < signed.length - plain.length; at += isFullRun ? 127 : 509) {
      const damaged = Buffer.from(signed);
      damaged.fill(at % 256, at, at + 1 + (at % 90));
      const found = await check(damaged);
      if (found.verdict === "made_here") expect([at, found]).toEqual([at, sound]);
    }
    expect(await check(signed)).toEqual(sound);
  });
});

/** What is said of a picture by a stage that distrusts the certificate which signed it since a time. */
describe.runIf(settings && hasOpenssl)("of a picture whose signing key has leaked", async () => {
  const clock = await startTimestamps();
  afterAll(clock.stop);
  const sign = (timestampUrl: string | undefined) =>
    settings ? signWith({ ...settings, timestampUrl }) : plain;
  const [stamped, unstamped] = [await sign(clock.url), await sign(undefined)];
  const leaf = new X509Certificate(settings?.certificates ?? "");
  const verdictOf = async (picture: Buffer, since: Date, authority?: string, serial = leaf.serialNumber) => {
    const distrusted = [{ serial: BigInt(`0x${serial}`).toString(), since: since.toISOString() }];
    const trust = trustOf({
      CREDENTIALS_CERTIFICATES: settings?.certificates,
      CREDENTIALS_DISTRUSTED: JSON.stringify(distrusted),
      CREDENTIALS_TIMESTAMP_AUTHORITY: authority,
    });
    return verifyPicture(picture, trust, startReader);
  };
  const [before, later] = [new Date(Date.now() - 3600_000), new Date(Date.now() + 3600_000)];

  test("says that nothing it says can be relied on, and names no page", async () => {
    expect(await verdictOf(stamped, before, clock.authority)).toMatchObject({
      verdict: "distrusted",
      made_here: false,
      original: { disclosure_url: null },
    });
    expect(await verdictOf(stamped, before, undefined, "01")).toMatchObject({ verdict: "made_here" });
  });

  test("says that this service made it before, only if a service of timestamps that is known says so", async () => {
    expect(await verdictOf(stamped, later, clock.authority)).toMatchObject({ verdict: "made_here" });
    for (const authority of [undefined, settings?.certificates])
      expect(await verdictOf(stamped, later, authority)).toMatchObject({ verdict: "distrusted" });
    expect(await verdictOf(unstamped, later, clock.authority)).toMatchObject({ verdict: "distrusted" });
  });
});

test("a body that is no picture is refused with what to send", async () => {
  for (const body of [Buffer.alloc(0), Buffer.from("<svg/>"), Buffer.from("GIF89a")]) {
    const { statusCode, json } = await call(body);
    expect(statusCode).toBe(400);
    expect(json.error).toMatchObject({ code: "bad_request", retryable: false });
  }
});

test("hostile pictures are refused, or have no credentials", async () => {
  const mark = Buffer.from("6332706100110010800000aa00389b71", "hex");
  for (const { name, bytes } of sampleOf(hostilePictures, 6)) {
    const { statusCode, json } = await call(Buffer.concat([bytes, mark]));
    expect([name, statusCode === 400 || /^(no_credentials|damaged)$/.test(json.verdict)]).toEqual([
      name,
      true,
    ]);
  }
});

describe("the page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  const beside = { files: [credentialsReader], scripts: ["lambdas/api/verify/worker.ts"] };
  bundleInto(folder, "lambdas/api/verify/check.ts", beside);
  const bundle: { handler: typeof handler } = await import(join(folder, "index.mjs"));
  const get = async (file?: string) => {
    const event = {
      httpMethod: "GET",
      pathParameters: file === undefined ? null : { file },
      requestContext: { requestId: "request" },
    } as unknown as APIGatewayProxyEvent;
    return (await bundle.handler(event, { awsRequestId: "request" } as Context)) as APIGatewayProxyResult;
  };
  const policyOf = ({ headers }: APIGatewayProxyResult) => String(headers?.["Content-Security-Policy"]);
  const contentOf = ({ body }: APIGatewayProxyResult) => gunzipSync(Buffer.from(body, "base64"));
  const page = await get();

  test("may load nothing but its worker, sends nothing, and is not framed", () => {
    expect(page.statusCode).toBe(200);
    expect(page.body).toMatch(/^<!doctype html>/);
    expect(policyOf(page)).toContain("default-src 'none'");
    expect(policyOf(page)).toContain("worker-src 'self'");
    expect(policyOf(page)).not.toMatch(/unsafe|connect-src/);
  });

  test("loads the library only for a picture, and then what a function may answer", async () => {
    const [worker, library] = [await get("worker.mjs"), await get("c2pa.wasm")];
    expect(page.body.length + worker.body.length).toBeLessThan(150_000);
    expect(policyOf(worker)).toContain("script-src 'wasm-unsafe-eval'; connect-src 'self'");
    expect(JSON.stringify(library).length).toBeLessThan(6_000_000);
    expect(library.headers).toMatchObject({ "Content-Type": "application/wasm", "Content-Encoding": "gzip" });
    const hash = createHash("sha512").update(contentOf(library)).digest("base64");
    expect(WASM_SRI).toBe(`sha512-${hash}`);
    expect(contentOf(worker).includes(hash)).toBe(true);
  });

  test("has no other files", async () => {
    for (const name of ["index.mjs", "constructor", "..%2Findex.mjs"])
      expect(await get(name)).toMatchObject({ statusCode: 404, body: expect.stringContaining("not_found") });
  });
});
