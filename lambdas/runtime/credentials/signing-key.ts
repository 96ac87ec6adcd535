import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { KMSClient, SignCommand, type SigningAlgorithmSpec } from "@aws-sdk/client-kms";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

/** Signs bytes; the answer is DER, as X.509 has ECDSA signatures. */
export type SignBytes = (bytes: Buffer) => Promise<Buffer>;

type Algorithm = { alg: "es256" | "es384"; digest: string; kms: SigningAlgorithmSpec };

const algorithms: Record<string, Algorithm> = {
  prime256v1: { alg: "es256", digest: "sha256", kms: "ECDSA_SHA_256" },
  secp384r1: { alg: "es384", digest: "sha384", kms: "ECDSA_SHA_384" },
};

/** The algorithm of a certificate's key. Throws an Error that says which keys there may be. */
export function algorithmOf(certificate: string): Algorithm {
  const curve = new X509Certificate(certificate).publicKey.asymmetricKeyDetails?.namedCurve;
  const algorithm = algorithms[curve ?? ""];
  if (algorithm) return algorithm;
  throw new Error("The first certificate of content credentials must have an ECDSA key on P-256 or P-384.");
}

/**
 * The key of an ARN: one in KMS, which never leaves it, or a secret that holds it as PEM, read once for each execution
 * environment. An error of either names the key, never its content.
 */
export const openKey = (arn: string, algorithm: Algorithm): SignBytes =>
  arn.includes(":kms:") ? keyInKms(arn, algorithm) : keyInSecret(arn, algorithm);

function keyInKms(KeyId: string, { kms }: Algorithm): SignBytes {
  const client = new KMSClient();
  return async (Message) => {
    const request = { KeyId, Message, MessageType: "RAW", SigningAlgorithm: kms } as const;
    const { Signature } = await client.send(new SignCommand(request));
    if (!Signature) throw new Error(`The key ${KeyId} gave no signature.`);
    return Buffer.from(Signature);
  };
}

function keyInSecret(SecretId: string, { digest }: Algorithm): SignBytes {
  const client = new SecretsManagerClient();
  const read = async () => {
    const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
    try {
      return createPrivateKey(SecretString);
    } catch {
      throw new Error(`The secret ${SecretId} holds no private key as PEM.`);
    }
  };
  let key: ReturnType<typeof read> | null = null;
  return async (bytes) => {
    key ??= read();
    try {
      return sign(digest, bytes, await key);
    } catch (error) {
      key = null;
      throw error;
    }
  };
}
