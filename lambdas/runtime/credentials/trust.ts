import { X509Certificate } from "node:crypto";
import type { Trust } from "./verify-picture.ts";

/** What a stage's certificates say of its pictures, leaf first; nothing if there are none. */
export function trustOf(certificates: string): Trust {
  const chain = certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [leaf] = chain;
  if (leaf === undefined) return { authority: null, own: null };
  const { subject } = new X509Certificate(leaf);
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(subject)?.[1] ?? null;
  return { authority: chain.at(-1) ?? null, own: { organization: part("O"), name: part("CN") } };
}
