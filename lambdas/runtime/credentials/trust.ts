import { X509Certificate } from "node:crypto";
import * as v from "valibot";
import type { Trust } from "./verify-picture.ts";

const Distrusted = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ serial: v.string(), since: v.string() })),
);

/** The settings by which a function knows pictures of this service, as lib/verify.ts gives them. */
type Settings = { [name: string]: string | undefined };

/** What a stage's certificates say of its pictures, leaf first, and which are distrusted; nothing if there are none. */
export function trustOf({
  CREDENTIALS_CERTIFICATES: certificates = "",
  CREDENTIALS_DISTRUSTED: distrusted = "[]",
  CREDENTIALS_TIMESTAMP_AUTHORITY: ofTimestamps,
}: Settings): Trust {
  const timestampAuthority = ofTimestamps ?? null;
  const chain = certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [leaf] = chain;
  if (leaf === undefined) return { authority: null, own: null, distrusted: [], timestampAuthority };
  const { subject } = new X509Certificate(leaf);
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(subject)?.[1] ?? null;
  return {
    authority: chain.at(-1) ?? null,
    own: { organization: part("O"), name: part("CN") },
    distrusted: v.parse(Distrusted, distrusted),
    timestampAuthority,
  };
}
