import { ApiError } from "./errors.ts";
import type { CallOptions, Connection } from "./http.ts";
import type { CreateUploadRequest, GenerationSettings, Upload } from "./types.ts";

/** The bytes of a picture. They may be sent more than once, so a stream is none. */
export type PictureFile = Blob | ArrayBuffer | Uint8Array;

type Pictures = { file: PictureFile; url: string; asset: string; upload: string };
type Only<Name extends keyof Pictures> = Pick<Pictures, Name> & {
  [Other in Exclude<keyof Pictures, Name>]?: never;
};
/** A picture that the service does not have yet. */
export type NewPicture = Only<"file"> | Only<"url"> | Only<"upload">;
/** A picture, in one of four ways: its bytes, a URL, a source asset, or an upload that you have put yourself. */
export type Picture = NewPicture | Only<"asset">;
/** The bytes of a mask that marks in white what may be removed, for a photo to stage. `mask_url` takes its place. */
type Mask = { mask?: PictureFile };
/** A picture, and what to make of it. */
export type CreateGeneration = Picture & GenerationSettings & Mask;

/** A larger file does not fit into a request, and is uploaded. */
const maxFileBytes = 4 * 1024 * 1024;

export const uploadsOf = ({ call, json }: Connection) => {
  /** Makes room for a picture of this length, of up to 50 MiB. */
  const create = (request: CreateUploadRequest, options: CallOptions = {}) =>
    json<Upload>({ ...options, method: "POST", path: "/api/v1/uploads", body: request });
  /** Puts a picture there. */
  const put = async (upload: Upload, file: PictureFile, given: CallOptions = {}): Promise<void> => {
    const type = upload.headers["Content-Type"] ?? "";
    const body = blobOf(file).slice(0, undefined, type);
    await call({ ...given, method: "PUT", path: upload.url, body }, (response) => response.text());
  };
  return { create, put };
};

/** Throws a TypeError for anything else, such as a path: as text, a Blob would take that for the picture. */
function blobOf(file: unknown): Blob {
  if (file instanceof Blob) return file;
  if (ArrayBuffer.isView(file)) return new Blob([bytesOf(file)]);
  if (isBuffer(file)) return new Blob([file]);
  throw new TypeError(
    "A file is a Blob, ArrayBuffer or Uint8Array: read a path first, by fs.openAsBlob or readFile.",
  );
}

/** By its name: test runners and workers have other classes of the same name. */
const isBuffer = (file: unknown): file is ArrayBuffer =>
  Object.prototype.toString.call(file) === "[object ArrayBuffer]";

/** The same bytes, without a copy unless threads share them: a Blob must own what it holds. */
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  isBuffer(buffer)
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));

/** The body of a request with a picture and other fields: a form with a mask or a small file, JSON with anything else. */
export async function bodyWith(
  connection: Connection,
  { file, url, asset, upload, mask, ...fields }: Partial<Pictures> & Mask,
  options: CallOptions,
): Promise<FormData | Record<string, unknown>> {
  const named = { source_url: url, source_asset_id: asset, upload_id: upload, ...fields };
  const marked = mask && blobOf(mask);
  const bodyOf = (fields: Record<string, unknown>) => (marked ? formOf({ mask: marked, ...fields }) : fields);
  if (file === undefined) return bodyOf(named);
  const blob = blobOf(file);
  if (blob.size + (marked?.size ?? 0) > maxFileBytes)
    return bodyOf({ ...named, upload_id: await uploaded(connection, blob, options) });
  return formOf({ file: blob, ...(marked && { mask: marked }), ...named });
}

/**
 * The id of an upload with this picture in it. The upload has the caller's key too, so that the same call again names the
 * same upload, and is the same request. Its URL may have expired by then: what was put before is there.
 */
async function uploaded(connection: Connection, file: Blob, options: CallOptions): Promise<string> {
  const { create, put } = uploadsOf(connection);
  const { body: upload, replayed } = await create({ content_length: file.size }, options);
  await put(upload, file, options).catch((error) => {
    if (!(replayed && error instanceof ApiError && error.status === 403)) throw error;
  });
  return upload.upload_id;
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : "picture");
    else form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}
