import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import type { Store } from "../store.ts";

/** What S3 keeps of an object besides its bytes. `headers` are its content headers and `x-amz-meta-*`. */
const ObjectRecord = v.object({
  key: v.string(),
  file: v.string(),
  size: v.number(),
  etag: v.string(),
  headers: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
  modified: v.number(),
});
export type ObjectRecord = v.InferOutput<typeof ObjectRecord>;

/** Bytes on disk that are not yet an object. */
export type StoredFile = { file: string; size: number; md5: string };

/**
 * Objects as immutable files with an index. Bytes are first written to a new file and become the object by one write to
 * the index, so a reader sees the old object or the new one, even after a crash.
 */
export type ObjectStore = ReturnType<typeof openObjects>;

export function openObjects(store: Store, directory: string) {
  mkdirSync(directory, { recursive: true });
  const index = openIndex(store);
  const path = (file: string) => join(directory, file);
  const discard = (file: string) => rmSync(path(file), { force: true });
  const known = index.files();
  // A crash can leave files that are no objects.
  for (const file of readdirSync(directory)) if (!known.has(file)) discard(file);

  return {
    find: index.find,
    /** Objects of a bucket in key order, after a key. */
    list: index.list,
    path,
    discard,
    /** Writes a body, passed through `steps`, to a new file, in constant memory. */
    write: async (body: Readable, ...steps: Transform[]): Promise<StoredFile> => {
      const file = randomUUID();
      try {
        return { file, ...(await writeMeasured(path(file), body, steps)) };
      } catch (error) {
        discard(file);
        throw error;
      }
    },
    /** Makes written bytes the object of that key. */
    publish: (bucket: string, key: string, stored: StoredFile, headers: Record<string, string>) => {
      const replaced = index.find(bucket, key);
      index.put(bucket, key, stored, headers);
      if (replaced) discard(replaced.file);
    },
    remove: (bucket: string, key: string) => {
      const removed = index.find(bucket, key);
      index.remove(bucket, key);
      if (removed) discard(removed.file);
    },
  };
}

async function writeMeasured(path: string, body: Readable, steps: Transform[]) {
  const hash = createHash("md5");
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline([body, ...steps, measure, createWriteStream(path)]);
  return { size, md5: hash.digest("hex") };
}

/** The table of what is an object, by bucket and key. */
function openIndex(store: Store) {
  store.exec(`CREATE TABLE IF NOT EXISTS objects (bucket TEXT, key TEXT, file TEXT NOT NULL, size INTEGER NOT NULL,
    etag TEXT NOT NULL, headers TEXT NOT NULL, modified INTEGER NOT NULL, PRIMARY KEY (bucket, key)) STRICT`);
  const columns = "key, file, size, etag, headers, modified";
  const selectOne = store.prepare(`SELECT ${columns} FROM objects WHERE bucket = ? AND key = ?`);
  const selectAfter = store.prepare(
    `SELECT ${columns} FROM objects WHERE bucket = ? AND key > ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?`,
  );
  const selectFiles = store.prepare("SELECT file FROM objects");
  const upsert = store.prepare(
    `INSERT OR REPLACE INTO objects (bucket, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = store.prepare("DELETE FROM objects WHERE bucket = ? AND key = ?");
  return {
    find: (bucket: string, key: string): ObjectRecord | undefined => {
      const row = selectOne.get(bucket, key);
      return row && v.parse(ObjectRecord, row);
    },
    list: (bucket: string, prefix: string, after: string, limit: number): ObjectRecord[] =>
      selectAfter.all(bucket, after, prefix, prefix, limit).map((row) => v.parse(ObjectRecord, row)),
    files: () => new Set(selectFiles.all().map(({ file }) => file)),
    put: (bucket: string, key: string, stored: StoredFile, headers: Record<string, string>) => {
      const { file, size, md5 } = stored;
      upsert.run(bucket, key, file, size, md5, JSON.stringify(headers), Date.now());
    },
    remove: (bucket: string, key: string) => void remove.run(bucket, key),
  };
}
