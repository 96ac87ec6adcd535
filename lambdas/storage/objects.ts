import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { env } from "../runtime/env.ts";
import { transfers } from "./time-limits.ts";

const client = new S3Client({ maxAttempts: 5, requestHandler: transfers });
const bucket = () => env("BUCKET_NAME");

async function getObject(objectKey: string) {
  try {
    return await client.send(new GetObjectCommand({ Bucket: bucket(), Key: objectKey }));
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

/** The bytes of an object, or null if there is none. One of more than `maxBytes` is not read, and null as well. */
export async function readObject(
  objectKey: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | null> {
  const { Body, ContentLength = 0 } = (await getObject(objectKey)) ?? {};
  if (!Body) return null;
  if (ContentLength <= maxBytes) return Buffer.from(await Body.transformToByteArray());
  await Body.transformToWebStream().cancel();
  return null;
}

/** The bytes of an object piece by piece, in constant memory, or null if there is none. */
export async function openObject(objectKey: string): Promise<AsyncIterable<Uint8Array> | null> {
  const object = await getObject(objectKey);
  return object?.Body?.transformToWebStream() ?? null;
}

export async function objectExists(objectKey: string): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand({ Bucket: bucket(), Key: objectKey }));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

export async function writeObject(
  objectKey: string,
  body: Buffer | string,
  contentType: string,
): Promise<void> {
  const put = new PutObjectCommand({
    Bucket: bucket(),
    Key: objectKey,
    Body: body,
    ContentType: contentType,
  });
  await client.send(put);
}

/** Uploads a local file without holding it in memory. */
export async function writeObjectFromFile(
  objectKey: string,
  file: string,
  contentType: string,
): Promise<void> {
  const { size } = await stat(file);
  const body = createReadStream(file);
  await client.send(
    new PutObjectCommand({
      Bucket: bucket(),
      Key: objectKey,
      Body: body,
      ContentLength: size,
      ContentType: contentType,
    }),
  );
}

/**
 * Deletes every object of a bucket under a prefix, or those stored before a time, and returns their number. Throws if one
 * cannot be deleted.
 */
export async function deleteObjects(Bucket: string, Prefix: string, storedBefore?: Date): Promise<number> {
  let deleted = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    const isOld = (at?: Date) => storedBefore === undefined || (at !== undefined && at < storedBefore);
    const Objects = Contents.filter(({ LastModified }) => isOld(LastModified)).map(({ Key }) => ({ Key }));
    if (Objects.length === 0) continue;
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors[0]) throw new Error(`${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
    deleted += Objects.length;
  }
  return deleted;
}
