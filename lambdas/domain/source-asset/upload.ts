import { unprocessable } from "../errors.ts";

/** The types of pictures that the service reads. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** The largest picture that the service ingests, in bytes. A file inside a request has a smaller limit. */
export const maxSourceBytes = 50 * 1024 * 1024;

/** The largest mask that the service reads, in bytes. */
export const maxMaskBytes = 20 * 1024 * 1024;

/** A number of bytes in words, as limits are said. */
export const inMebibytes = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

/**
 * A place for one picture that a caller puts there, as stored. `expires_at` is in Unix seconds: from then on it cannot be
 * used, and its item may be deleted.
 */
export type Upload = { organization_id: string; upload_id: string; created_at: string; expires_at: number };

/** Longer than its URL takes a picture: one that arrives at the last moment can still be used. */
const usableSeconds = 3600;

export const newUpload = (organization_id: string, upload_id: string, now: Date): Upload => ({
  organization_id,
  upload_id,
  created_at: now.toISOString(),
  expires_at: Math.floor(now.getTime() / 1000) + usableSeconds,
});

/** One answer to every reason, so that it says nothing of another organization's uploads. */
export const unusableUpload = () =>
  unprocessable(
    "upload_id is not the id of an upload of this organization that can be used: it is unknown, older than an hour, or was used before. Create a new upload.",
  );
