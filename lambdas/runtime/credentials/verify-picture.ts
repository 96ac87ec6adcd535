import { WasmReader } from "@contentauth/c2pa-wasm";
import * as v from "valibot";
import { containerOf } from "../../domain/generation/container.ts";
import { CredentialsReport } from "../../domain/generation/credentials-report.ts";
import {
  type Distrusted,
  distrustOf,
  type Signer,
  type Unread,
  type Verification,
  verificationOf,
  wasSignedBefore,
} from "../../domain/generation/verification.ts";
import { type Format, formatOf } from "../picture/format.ts";
import { isMarked } from "./mark.ts";
import { librarySettings } from "./settings.ts";

/**
 * By what this service knows its own pictures: the authority of its certificates, as PEM, and whom they name; which of them
 * it distrusts, and the authority of the service of timestamps by which it knows pictures from before. All are public.
 */
export type Trust = {
  authority: string | null;
  own: Signer | null;
  distrusted: Distrusted[];
  timestampAuthority: string | null;
};

/** Starts the library that reads credentials; a function and a browser do it in different ways. */
export type StartReader = () => void | Promise<void>;

/**
 * What `/verify` says of a picture, in a function and in a browser alike; null if it is no JPEG, PNG or WebP. The library is
 * started only for a picture that may have credentials.
 */
export async function verifyPicture(
  picture: Uint8Array,
  trust: Trust,
  start: StartReader,
): Promise<Verification | null> {
  const format = formatOf(picture.subarray(0, 16));
  if (!format) return null;
  if (!isMarked(picture)) return verificationOf("no_credentials", trust.own, null);
  await start();
  const report = await readReport(picture, format, trust.authority);
  const container = await containerOf(picture);
  const distrust = typeof report === "string" ? null : distrustOf(report, trust.distrusted);
  if (distrust === null) return verificationOf(report, trust.own, container);
  const asTimestamped = await readReport(picture, format, trust.timestampAuthority);
  const isEarlier = typeof asTimestamped !== "string" && wasSignedBefore(distrust.since, asTimestamped);
  return verificationOf(report, trust.own, container, !isEarlier);
}

/** Reads and checks credentials, and asks nobody. A picture that makes the library fail has damaged ones. */
async function readReport(
  picture: Uint8Array,
  format: Format,
  authority: string | null,
): Promise<CredentialsReport | Unread> {
  const trust = authority === null ? {} : { trust: { trust_anchors: authority } };
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
