import { X509Certificate } from "node:crypto";
import { WasmReader } from "@contentauth/c2pa-wasm";
import * as v from "valibot";
import { CredentialsReport, type Signer, type Unread } from "../../domain/generation/verification.ts";
import type { Format } from "../picture/format.ts";
import { startReader, storeType } from "./c2pa.ts";
import { librarySettings } from "./settings.ts";

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whom the certificates of this stage name, leaf first; null if there are none. */
export function ownSigner(certificates: string): Signer | null {
  const [leaf] = certificates.match(certificate) ?? [];
  if (leaf === undefined) return null;
  const { subject } = new X509Certificate(leaf);
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(subject)?.[1] ?? null;
  return { organization: part("O"), name: part("CN") };
}

/**
 * Reads and checks the content credentials of a picture. It trusts the authority of this stage's certificates, and asks
 * nobody. A picture that makes the library fail has damaged credentials.
 */
export async function readReport(
  picture: Buffer,
  format: Format,
  certificates: string,
): Promise<CredentialsReport | Unread> {
  if (!picture.includes(storeType)) return "no_credentials";
  startReader();
  const [authority] = certificates.match(certificate)?.slice(-1) ?? [];
  const trust = authority === undefined ? {} : { trust: { trust_anchors: authority } };
  const settings = JSON.stringify({ ...librarySettings, ...trust });
  try {
    const reader = await WasmReader.fromBytes(`image/${format}`, picture, settings);
    const report = v.safeParse(v.pipe(v.string(), v.parseJson(), CredentialsReport), reader.json());
    reader.free();
    return report.success ? report.output : "damaged";
  } catch (error) {
    return String(error).includes("JumbfNotFound") ? "no_credentials" : "damaged";
  }
}
