import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { env } from "../runtime/env.ts";

const client = new S3Client({ maxAttempts: 5 });
const bucket = () => env("BUCKET_NAME");

async function getObject(objectKey: string): Promise<GetObjectCommandOutput["Body"] | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket(), Key: objectKey }));
    return Body ?? null;
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

/** The bytes of an object, or null where there is none. */
export async function readObject(objectKey: string): Promise<Buffer | null> {
  const body = await getObject(objectKey);
  return body ? Buffer.from(await body.transformToByteArray()) : null;
}

/** The bytes of an object piece by piece, in constant memory; throws where there is none. */
export async function* streamObject(objectKey: string): AsyncGenerator<Uint8Array> {
  const body = await getObject(objectKey);
  if (!body) throw new Error(`There is no object ${objectKey}.`);
  yield* body.transformToWebStream();
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
