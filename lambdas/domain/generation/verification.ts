import * as v from "valibot";
import type { Container } from "./container.ts";
import { Action, type CredentialsReport, type Manifest } from "./credentials-report.ts";
import { hexOf } from "./uncovered.ts";

/** Who a certificate names. Certificates are renewed; this service is who its names are, under its authority. */
export type Signer = { organization: string | null; name: string | null };

/** A certificate whose key others have: its serial number under this service's authority, and since when they may sign. */
export type Distrusted = { serial: string; since: string };

/** A picture without credentials, and one with credentials that cannot be read. */
export type Unread = "no_credentials" | "damaged";

export const verdicts = {
  made_here: "This service made this picture, and nothing of it has changed since.",
  changed: "This picture was changed after it was signed.",
  distrusted:
    "This picture was signed with a key of this service that others have got hold of, so nothing it says can be relied on.",
  made_elsewhere: "Somebody else signed this picture, and nothing of it has changed since.",
  no_credentials:
    "This picture has no content credentials. Portals often remove them: it may be altered all the same.",
  damaged: "This picture has content credentials that can't be read, so nothing they say can be relied on.",
} as const;
export type Verdict = keyof typeof verdicts;

const kinds: Record<string, "trained_model" | "computer_graphics" | "correction"> = {
  compositeWithTrainedAlgorithmicMedia: "trained_model",
  composite: "computer_graphics",
  algorithmicallyEnhanced: "correction",
};

/** What is nobody's change of the picture: that nobody here knows the signer, or the service of timestamps. */
const isChange = ({ code }: { code: string }) => !/^signingCredential\.|^timeStamp\.untrusted$/.test(code);

/** The entry of the certificate that signed a picture, if it is distrusted. */
export function distrustOf(
  { manifests, active_manifest }: CredentialsReport,
  distrusted: readonly Distrusted[],
): Distrusted | null {
  const signed = manifests[active_manifest]?.signature_info?.cert_serial_number;
  return distrusted.find(({ serial }) => serial === signed) ?? null;
}

/** Whether a service of timestamps that the reader trusts says that a picture was signed before then. */
export function wasSignedBefore(since: string, report: CredentialsReport): boolean {
  const { success } = report.validation_results.activeManifest;
  const { time = "" } = report.manifests[report.active_manifest]?.signature_info ?? {};
  return success.some(({ code }) => code === "timeStamp.trusted") && Date.parse(time) < Date.parse(since);
}

/**
 * What `/verify` answers: the verdict first, then what the credentials say. Of changed pictures they say what was signed. Of a
 * picture that this service signed, the container must be as its signer writes it too.
 */
export function verificationOf(
  report: CredentialsReport | Unread,
  own: Signer | null,
  container: Container | null,
  isDistrusted = false,
) {
  if (typeof report === "string") return { ...nothing, verdict: report, message: verdicts[report] };
  const { success, failure } = report.validation_results.activeManifest;
  const manifest = report.manifests[report.active_manifest];
  if (!manifest) return { ...nothing, verdict: "damaged" as const, message: verdicts.damaged };
  const has = (wanted: string) => success.some(({ code }) => code === wanted);
  const isTrusted = has("signingCredential.trusted") && has("claimSignature.validated");
  const isOurs = isTrusted && own !== null && isSame(signerOf(manifest), own);
  const made_here = isOurs && !isDistrusted;
  const [opened] = actionsOf(manifest);
  const isAsWritten =
    container !== null &&
    (!container.isStamped || has("timeStamp.validated")) &&
    container.uncovered.join() === (opened?.parameters?.uncovered_sha256 ?? "");
  const deltas = report.validation_results.ingredientDeltas.flatMap((one) => one.validationDeltas.failure);
  const intact = ![...failure, ...deltas].some(isChange) && (isAsWritten || !isOurs);
  const signedBy = made_here ? "made_here" : "made_elsewhere";
  const verdict: Verdict = isOurs && isDistrusted ? "distrusted" : intact ? signedBy : "changed";
  const edits = actionsOf(manifest).filter(({ action }) => !/^c2pa\.(opened|created)$/.test(action));
  return {
    verdict,
    message: verdicts[verdict],
    made_here,
    intact,
    signed_by: { ...signerOf(manifest), at: manifest.signature_info?.time ?? null },
    alterations: edits.map(alterationOf),
    original: originalOf(manifest, made_here),
    history: historyOf(report, manifest),
  };
}
export type Verification = ReturnType<typeof verificationOf>;

const nothing = {
  made_here: false,
  intact: null,
  signed_by: null,
  alterations: [],
  original: null,
  history: [],
};

const signerOf = ({ signature_info: signature }: Manifest): Signer => ({
  organization: signature?.issuer ?? null,
  name: signature?.common_name ?? null,
});
const isSame = (one: Signer, other: Signer) =>
  one.organization === other.organization && one.name === other.name;

function actionsOf({ assertions }: Manifest): Action[] {
  const Actions = v.object({ actions: v.array(Action) });
  return assertions.flatMap(({ label, data }) => {
    const parsed = /^c2pa\.actions(\.|$)/.test(label) ? v.safeParse(Actions, data) : null;
    return parsed?.success ? parsed.output.actions : [];
  });
}

function alterationOf({ action, when, description, digitalSourceType, softwareAgent, parameters }: Action) {
  const model = typeof softwareAgent === "string" ? { name: softwareAgent } : softwareAgent;
  return {
    action,
    description: description ?? null,
    kind: kinds[digitalSourceType?.split("/").at(-1) ?? ""] ?? null,
    digital_source_type: digitalSourceType ?? null,
    workflow: parameters?.workflow ?? null,
    mode: parameters?.mode ?? null,
    model: model ? { name: model.name, version: model.version ?? null } : null,
    altered_at: when ?? null,
  };
}

/** The picture that was altered. A page is named only if this service vouches for it: an address may be anybody's. */
function originalOf(manifest: Manifest, madeHere: boolean) {
  const parent = manifest.ingredients.find(({ relationship }) => relationship === "parentOf");
  if (!parent) return null;
  const digest = /^ni:\/\/\/sha-256;([\w-]{43})$/.exec(parent.instance_id ?? "")?.[1];
  const page = actionsOf(manifest).find(({ parameters }) => parameters?.disclosure_url)?.parameters;
  const url = page?.disclosure_url ?? "";
  return {
    sha256: digest === undefined ? null : hexOf(bytesOf(digest)),
    disclosure_url: madeHere && /^https?:\/\//.test(url) ? url : null,
  };
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));

/** Who signed the pictures that it was made from, the latest first. */
function historyOf({ manifests }: CredentialsReport, newest: Manifest) {
  const history = [];
  const seen = new Set<Manifest>([newest]);
  for (let manifest = parentOf(newest); manifest && !seen.has(manifest); manifest = parentOf(manifest)) {
    seen.add(manifest);
    const made_by = manifest.claim_generator_info[0]?.name ?? null;
    history.push({ ...signerOf(manifest), made_by, at: manifest.signature_info?.time ?? null });
  }
  return history;

  function parentOf({ ingredients }: Manifest): Manifest | undefined {
    const parent = ingredients.find(({ relationship }) => relationship === "parentOf");
    return manifests[parent?.active_manifest ?? ""];
  }
}
