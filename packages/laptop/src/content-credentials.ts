import { webcrypto } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readSetting, type Store, writeSetting } from "@image-staging/local-cloud/store";
import type { Terminal } from "@image-staging/local-cloud/terminal";
import * as x509 from "@peculiar/x509";
import { installSigner } from "service/lib/signer.ts";

/** What the functions sign with: their variables, the secret that one of them reads, and what the operator is shown of it. */
export type LocalCredentials = Record<"environment" | "secrets" | "operator", Record<string, string>>;

const keyArn = "arn:aws:secretsmanager:us-east-1:000000000000:secret:content-credentials-local";
const unsigned: LocalCredentials = { environment: {}, secrets: {}, operator: {} };

/**
 * Content credentials with a certificate that this machine makes at its first start, keeps with its data, and names as such.
 * On a machine for which the library has no build, or without a registry, one line says that pictures stay unsigned.
 */
export async function localCredentials(store: Store, terminal: Terminal): Promise<LocalCredentials> {
  const { platform, arch } = process;
  if (platform !== "linux" || arch !== "x64") return remain(`it has no build for ${platform}-${arch}`);
  try {
    const folder = await terminal.during("Finding the library that signs pictures", async () =>
      installSigner(),
    );
    const { certificates, key } = await certificateOf(store);
    const library = pathToFileURL(join(folder, "dist/index.js")).href;
    return {
      environment: {
        CREDENTIALS_CERTIFICATES: certificates,
        CREDENTIALS_KEY: keyArn,
        CREDENTIALS_LIBRARY: library,
        OUTPUTS_ARE_SIGNED: "true",
      },
      secrets: { [keyArn]: key },
      operator: { CONTENT_CREDENTIALS: keyArn },
    };
  } catch (error) {
    return remain(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }

  function remain(reason: string): LocalCredentials {
    terminal.say(`Pictures are not signed: the library for content credentials can't be used (${reason}).`);
    return unsigned;
  }
}

const setting = "content credentials";

async function certificateOf(store: Store): Promise<{ certificates: string; key: string }> {
  const kept = readSetting(store, setting);
  if (kept !== undefined) return JSON.parse(kept);
  const made = await newCertificate(new Date());
  writeSetting(store, setting, JSON.stringify(made));
  return made;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const organization = "O=Image Staging Generation API on a laptop";
const years = 10;

/**
 * A certificate that content credentials accept (C2PA 2.2, "Certificate profile"), and the authority that signs it: nothing may
 * be signed by its own key. Its names say that nobody has checked who holds it. The authority's key is not kept.
 */
export async function newCertificate(now: Date): Promise<{ certificates: string; key: string }> {
  const [authority, leaf] = await Promise.all([newKeys(), newKeys()]);
  const valid = {
    notBefore: new Date(now.getTime() - 60_000),
    notAfter: new Date(now.getTime() + years * 365 * 24 * 60 * 60 * 1000),
    signingAlgorithm: algorithm,
  };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...valid,
    name: `CN=Self-made authority of this machine, ${organization}`,
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...valid,
    subject: `CN=Self-made certificate of this machine, ${organization}`,
    issuer: root.subject,
    publicKey: leaf.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection], true),
      await x509.SubjectKeyIdentifierExtension.create(leaf.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", leaf.privateKey);
  return {
    certificates: `${certificate.toString("pem")}\n${root.toString("pem")}\n`,
    key: x509.PemConverter.encode(key, "PRIVATE KEY"),
  };
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
