import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { matching } from "./types.ts";

/** All variables of a function together have at most 4 KB. */
const mostCharacters = 3000;

/** A file of certificates, as PEM, read: its certificates and nothing else. */
const CertificatesFile = v.pipe(
  v.string("must be a file of certificates"),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const problem = (message: string) => {
      addIssue({ message });
      return NEVER;
    };
    let text: string;
    try {
      text = readFileSync(dataset.value, "utf8");
    } catch {
      return problem(`must be a file that can be read, and ${dataset.value} cannot`);
    }
    const chain = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)?.join("\n");
    if (!chain) return problem(`must be a file of certificates as PEM, and ${dataset.value} has none`);
    if (/PRIVATE KEY/.test(text)) return problem("must be a file without the private key");
    if (chain.length <= mostCharacters) return `${chain}\n`;
    return problem(
      `must be a file with at most ${mostCharacters} characters of certificates: leave the root out`,
    );
  }),
);

/** The first certificate of a file by its serial number, in decimal digits as the library reports it. */
const serialOf = (pem: string): string => BigInt(`0x${new X509Certificate(pem).serialNumber}`).toString();

/** A certificate whose key has leaked, and since when others may have signed with it. */
const Distrusted = v.pipe(
  v.strictObject({
    certificates: CertificatesFile,
    since: v.pipe(v.string(), v.isoTimestamp("must be a time such as 2026-11-20T08:00:00Z")),
  }),
  v.transform(({ certificates, since }) => ({ serial: serialOf(certificates), since })),
);

/**
 * How a stage signs its outputs: the file with the certificate and those that vouch for it, leaf first, as PEM; the ARN of its
 * key in KMS, or of a secret that holds it as PEM; and a service of timestamps (RFC 3161), if there is one. By what its
 * pictures are known besides: `distrusted`, and the file with the authority of the service of timestamps, which tells
 * pictures from before.
 */
export const ContentCredentials = v.strictObject({
  certificates: CertificatesFile,
  key: matching(
    /^arn:aws:(kms:[a-z0-9-]+:\d{12}:key\/[\w-]+|secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+)$/,
    "must be the ARN of a key in KMS or of a secret",
  ),
  timestampUrl: v.optional(matching(/^https?:\/\/[^\s]+$/, "must be the URL of a service of timestamps")),
  timestampAuthority: v.optional(CertificatesFile),
  distrusted: v.optional(v.pipe(v.array(Distrusted), v.maxLength(5, "must be 5 at most"))),
});
export type ContentCredentials = v.InferOutput<typeof ContentCredentials>;
