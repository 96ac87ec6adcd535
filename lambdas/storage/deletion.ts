import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";

const client = new S3Client({ maxAttempts: 5 });

/** Deletes every object of a bucket under a prefix and returns how many there were. Throws at one that cannot be deleted. */
export async function deleteObjects(Bucket: string, Prefix: string): Promise<number> {
  let deleted = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    if (Contents.length === 0) continue;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors[0]) throw new Error(`${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
    deleted += Objects.length;
  }
  return deleted;
}
