import { pathToFileURL } from "node:url";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { newCertificate } from "@image-staging/laptop/content-credentials";
import { JPEG } from "@trustnxt/c2pa-ts/asset";
import { SuperBox } from "@trustnxt/c2pa-ts/jumbf";
import { ManifestStore } from "@trustnxt/c2pa-ts/manifest";
import { mockClient } from "aws-sdk-client-mock";
import type { Edit } from "../../lambdas/domain/generation/credentials.ts";
import { openSigner } from "../../lambdas/runtime/credentials/sign-picture.ts";
import type { Log } from "../../lambdas/runtime/log.ts";
import { installSigner } from "../../lib/signer.ts";
import { drawRoom } from "./pictures.ts";

/** The library that signs has a build for one platform. */
export const canSign = process.platform === "linux" && process.arch === "x64";

export const keyArn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:credentials-AbCdEf";
export const secrets = mockClient(SecretsManagerClient);

/** A self-made certificate with its key in a secret, and the library that signs installed. */
export async function newSigningSettings() {
  const { certificates, key } = await newCertificate(new Date());
  secrets.on(GetSecretValueCommand, { SecretId: keyArn }).resolves({ SecretString: key });
  process.env.CREDENTIALS_LIBRARY = pathToFileURL(`${installSigner()}/dist/index.js`).href;
  return { settings: { certificates, key: keyArn, timestampUrl: undefined }, privateKey: key };
}

export const refurnished: Edit = {
  workflow: "staging",
  technique: "trained",
  capture_type: "photo",
  mode: "refurnish",
  model: { name: "diffusion", version: "2.1" },
  at: "2026-11-22T10:00:00.000Z",
  disclosureUrl: "https://api.example.com/d/0123456789abcdefghjkmnpqrs",
};

/** A picture that somebody else signed. Call it before a service starts in this process, which reads another secret. */
export async function signedElsewhere(): Promise<Buffer> {
  const { settings } = await newSigningSettings();
  const room = await drawRoom({ width: 600, height: 400 }).jpeg().toBuffer();
  const source = { contentHash: "ab".repeat(32), credentials: null };
  const output = await openSigner(settings)(room, refurnished, source, {} as Log);
  secrets.restore();
  return output;
}

/**
 * What another program says of a picture: @trustnxt/c2pa-ts, which shares no code with the library that signs and the one
 * that `/verify` reads with. `manifests` is 0 if it finds no credentials.
 */
export async function validate(
  picture: Buffer,
): Promise<{ isValid: boolean; manifests: number; codes: string[] }> {
  const asset = new JPEG(Uint8Array.from(picture));
  const jumbf = asset.getManifestJUMBF();
  if (!jumbf) return { isValid: false, manifests: 0, codes: [] };
  const store = ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(jumbf)));
  const { isValid, statusEntries } = await store.validate(asset);
  return { isValid, manifests: store.manifests.length, codes: statusEntries.map(({ code }) => String(code)) };
}
