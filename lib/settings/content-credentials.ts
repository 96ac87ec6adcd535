import { readFileSync } from "node:fs";
import * as v from "valibot";
import { matching } from "./types.ts";

/** All variables of a function together have at most 4 KB. */
const mostCertificates = 3000;

/**
 * How a stage signs its outputs: the file with the certificate and those that vouch for it, leaf first, as PEM; the ARN of its
 * key in KMS, or of a secret that holds it as PEM; and a service of timestamps (RFC 3161), if there is one.
 */
export const ContentCredentials = v.strictObject({
  certificates: v.pipe(
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
      if (chain.length <= mostCertificates) return `${chain}\n`;
      return problem(
        `must be a file with at most ${mostCertificates} characters of certificates: leave the root out`,
      );
    }),
  ),
  key: matching(
    /^arn:aws:(kms:[a-z0-9-]+:\d{12}:key\/[\w-]+|secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+)$/,
    "must be the ARN of a key in KMS or of a secret",
  ),
  timestampUrl: v.optional(matching(/^https?:\/\/[^\s]+$/, "must be the URL of a service of timestamps")),
});
export type ContentCredentials = v.InferOutput<typeof ContentCredentials>;
