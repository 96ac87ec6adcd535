/** One call of the model for a job. */
export type InferenceAttempt = { organization_id: string; job_id: string; attempt: string };

/** The prefixes of an organization's objects, each followed by its id. An erasure empties them all. */
export const organizationPrefixes = ["uploads", "sources", "inference", "outputs", "previews"] as const;

/** Where SageMaker stores the model's answers. They name no organization, hold no pictures and expire. */
export const inferenceResultsPrefix = "inference-results";

const objectKey = (prefix: (typeof organizationPrefixes)[number], ...parts: [string, ...string[]]) =>
  [prefix, ...parts].join("/");

const inferencePrefix = ({ organization_id, job_id, attempt }: InferenceAttempt) =>
  objectKey("inference", organization_id, job_id, attempt);

/** Every object of the bucket, by what it holds. */
export const objectKeys = {
  /** An original picture: by the id of the ingest if its request held it, or of the upload under which it was put. */
  upload: (organizationId: string, id: string) => objectKey("uploads", organizationId, id),
  /** What everything that is stored of a source asset begins with. */
  assetPrefix: (organizationId: string, assetId: string) =>
    objectKey("sources", organizationId, `${assetId}.`),
  /** The working copy of a source asset. */
  source: (organizationId: string, assetId: string) => objectKey("sources", organizationId, `${assetId}.jpg`),
  /** The content credentials that a source asset's original came with. */
  credentials: (organizationId: string, assetId: string) =>
    objectKey("sources", organizationId, `${assetId}.c2pa`),
  /** A mask of what may be removed from a source asset, by the hash of its original's bytes. */
  mask: (organizationId: string, assetId: string, contentHash: string) =>
    objectKey("sources", organizationId, `${assetId}.mask-${contentHash}.png`),
  /** What the model is asked in one attempt. */
  inferenceRequest: (attempt: InferenceAttempt) => `${inferencePrefix(attempt)}/request.json`,
  /** A picture that the model makes. */
  candidate: (attempt: InferenceAttempt, candidateId: string) =>
    `${inferencePrefix(attempt)}/${candidateId}.jpg`,
  /** Where the model says that it edited a candidate. */
  candidateMask: (attempt: InferenceAttempt, candidateId: string) =>
    `${inferencePrefix(attempt)}/${candidateId}-mask.png`,
  /** What a model that declines says would have to go. */
  proposal: (attempt: InferenceAttempt) => `${inferencePrefix(attempt)}/proposed-mask.png`,
  /** The same, as its caller may fetch it. */
  proposedMask: (organizationId: string, jobId: string) =>
    objectKey("outputs", organizationId, jobId, "proposed-mask.png"),
  /** The edit mask of an approved picture. */
  outputMask: (organizationId: string, jobId: string, outputId: string) =>
    objectKey("outputs", organizationId, jobId, `${outputId}-mask.png`),
  /** An approved picture. */
  output: (organizationId: string, jobId: string, outputId: string) =>
    objectKey("outputs", organizationId, jobId, `${outputId}.jpg`),
  /** A small copy, for public pages, of a source asset's or an output's picture. */
  preview: (organizationId: string, outputId: string, of: "original" | "altered") =>
    objectKey("previews", organizationId, outputId, `${of}.jpg`),
};

/** The attempt that has its request at an s3:// location, or null if it is no such location. */
export function attemptAt(location: string): InferenceAttempt | null {
  const [, organization_id, job_id, attempt] =
    /^s3:\/\/[^/]+\/inference\/([^/]+)\/([^/]+)\/([^/]+)\/request\.json$/.exec(location) ?? [];
  return organization_id && job_id && attempt ? { organization_id, job_id, attempt } : null;
}

/** The address of a public page, below the API's own: it is drawn into pictures, so it must stay. */
export const disclosureUrl = (baseUrl: string, disclosureId: string): string =>
  `${baseUrl.replace(/\/$/, "")}/d/${disclosureId}`;
