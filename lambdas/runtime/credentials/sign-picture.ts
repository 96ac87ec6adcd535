import { X509Certificate } from "node:crypto";
import { containerOf } from "../../domain/generation/container.ts";
import {
  actionsOf,
  claimGenerator,
  type Edit,
  sourceIngredient,
} from "../../domain/generation/credentials.ts";
import { errorForLog, type Log } from "../log.ts";
import { countMetric } from "../metrics.ts";
import { type Builder, type Library, loadLibrary } from "./library.ts";
import { librarySettings, type SigningSettings } from "./settings.ts";
import { algorithmOf, openKey } from "./signing-key.ts";

/** What a picture was made from: the SHA-256 of the original, and the credentials that it came with, if any. */
export type Source = { contentHash: string; credentials: Buffer | null };

/**
 * Bytes that are reserved beside the certificates: for a signature with its headers, and for a timestamp with its certificates.
 * What remains is filled with zeros.
 */
const signatureBytes = 450;
const timestampBytes = 10_000;

/** An authority can take weeks to renew a certificate. */
const renewalMs = 30 * 24 * 3600 * 1000;

/** What is stated is known from the signature before, so the second holds; a third for a service whose certificates take turns. */
const mostSignatures = 3;

/** Signs pictures with the key of these settings. What is opened is kept for the execution environment. */
export function openSigner({ certificates, key, timestampUrl }: SigningSettings) {
  const chain = certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];
  const [leaf = ""] = chain;
  const algorithm = algorithmOf(leaf);
  const signBytes = openKey(key, algorithm);
  const sign = (bytes: Buffer) =>
    signBytes(bytes).catch((error) => {
      countMetric("SigningRefused");
      throw error;
    });
  const certs = chain.map((certificate) => Buffer.from(certificate));
  const ends = Date.parse(new X509Certificate(leaf).validTo);
  const certificateBytes = chain.reduce((sum, one) => sum + new X509Certificate(one).raw.length, 0);
  let loaded: Promise<Library> | null = null;
  /** What pictures without earlier signers last had to state: the certificates of the service of timestamps. */
  let usual: string[] = [];

  const signer = ({ CallbackSigner }: Library, tsaUrl: string | undefined) => {
    const reserveSize = certificateBytes + signatureBytes + (tsaUrl === undefined ? 0 : timestampBytes);
    const config = { alg: algorithm.alg, certs, reserveSize, directCoseHandling: false };
    return CallbackSigner.newSigner({ ...config, ...(tsaUrl !== undefined && { tsaUrl }) }, sign);
  };

  /**
   * Adds signed content credentials to a JPEG. Throws if the key or the library refuses. If the service of timestamps fails,
   * the picture is signed without a timestamp, and the log says so: a listing does not wait for another company's server.
   */
  return async (picture: Buffer, edit: Edit, source: Source, log: Log): Promise<Buffer> => {
    if (ends - Date.now() < renewalMs) countMetric("CertificateEnding");
    loaded ??= loadLibrary();
    const library = await loaded;
    const signOnce = async (tsaUrl: string | undefined, uncovered: string[]) => {
      const builder = await describe(library, edit, source, uncovered);
      const signed: { buffer: Buffer | null } = { buffer: null };
      await builder.signAsync(signer(library, tsaUrl), { buffer: picture, mimeType: "image/jpeg" }, signed);
      if (signed.buffer === null) throw new Error("The library gave no signed picture.");
      return signed.buffer;
    };
    const signWith = async (tsaUrl: string | undefined) => {
      const isUsual = tsaUrl !== undefined && source.credentials === null;
      let stated = isUsual ? usual : [];
      for (let nth = 0; nth < mostSignatures; nth += 1) {
        const signed = await signOnce(tsaUrl, stated);
        const { uncovered } = (await containerOf(signed)) ?? {};
        if (uncovered?.join() === stated.join()) return signed;
        stated = uncovered ?? [];
        if (isUsual) usual = stated;
      }
      throw new Error("Signatures do not agree with what they state of the container.");
    };
    if (timestampUrl === undefined) return signWith(undefined);
    return signWith(timestampUrl).catch((error) => {
      log.warn("An output is signed without a timestamp", { error: errorForLog(error) });
      return signWith(undefined);
    });
  };
}

/** The source with the credentials that it came with, as ingest kept them, or as a picture without any; and what was done. */
async function describe(
  { Builder }: Library,
  edit: Edit,
  source: Source,
  uncovered: string[],
): Promise<Builder> {
  const builder =
    source.credentials === null
      ? Builder.withJson({ claim_generator_info: [claimGenerator] }, librarySettings)
      : await Builder.fromArchive(
          { buffer: source.credentials, mimeType: "application/c2pa" },
          librarySettings,
        );
  if (source.credentials === null)
    await builder.addIngredient(JSON.stringify(sourceIngredient(source.contentHash)));
  const [ingredient] = builder.getManifestDefinition().ingredients;
  const ingredientId = ingredient?.label ?? ingredient?.instance_id ?? "";
  for (const action of actionsOf(edit, ingredientId, uncovered)) builder.addAction(JSON.stringify(action));
  return builder;
}
