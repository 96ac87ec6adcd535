import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { S3Error } from "./errors.ts";
import type { ObjectStore, StoredFile } from "./objects.ts";

type Upload = {
  bucket: string;
  key: string;
  headers: Record<string, string>;
  parts: Map<number, StoredFile>;
};

const noSuchUpload = () => new S3Error(404, "NoSuchUpload", "The specified multipart upload does not exist.");

/** Multipart uploads in progress. They live in memory: a restart abandons them, as their senders are gone. */
export function multipartUploads(objects: ObjectStore) {
  const uploads = new Map<string, Upload>();
  const find = (id: string) => {
    const upload = uploads.get(id);
    if (upload === undefined) throw noSuchUpload();
    return upload;
  };
  const abort = (id: string) => {
    for (const { file } of find(id).parts.values()) objects.discard(file);
    uploads.delete(id);
  };
  return {
    create: (bucket: string, key: string, headers: Record<string, string>): string => {
      const id = randomUUID();
      uploads.set(id, { bucket, key, headers, parts: new Map() });
      return id;
    },
    find,
    addPart: (id: string, number: number, part: StoredFile) => {
      const replaced = find(id).parts.get(number);
      find(id).parts.set(number, part);
      if (replaced) objects.discard(replaced.file);
    },
    abort,
    /** Joins the named parts into the object and returns its ETag. */
    complete: async (id: string, numbers: number[]): Promise<string> => {
      const { bucket, key, headers, parts } = find(id);
      const chosen = numbers.map((number) => {
        const part = parts.get(number);
        if (part === undefined) throw new S3Error(400, "InvalidPart", `Part ${number} could not be found.`);
        return part;
      });
      const joined = async function* () {
        for (const part of chosen) yield* createReadStream(objects.path(part.file));
      };
      const stored = await objects.write(Readable.from(joined()));
      const digests = createHash("md5");
      for (const part of chosen) digests.update(part.md5, "hex");
      const etag = `${digests.digest("hex")}-${chosen.length}`;
      objects.publish(bucket, key, stored, headers, etag);
      abort(id);
      return etag;
    },
  };
}
