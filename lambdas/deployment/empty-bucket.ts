import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import * as v from "valibot";

const client = new S3Client({ maxAttempts: 5 });

const Request = v.object({
  RequestType: v.picklist(["Create", "Update", "Delete"]),
  ResponseURL: v.string(),
  StackId: v.string(),
  RequestId: v.string(),
  LogicalResourceId: v.string(),
  ResourceProperties: v.object({ BucketName: v.string() }),
});

/** A CloudFormation custom resource that empties its bucket when it is deleted: only empty buckets can be. */
export const handler = async (event: unknown): Promise<void> => {
  const { RequestType, ResponseURL, ResourceProperties, ...request } = v.parse(Request, event);
  const { BucketName } = ResourceProperties;
  const emptied = RequestType === "Delete" ? empty(BucketName) : Promise.resolve();
  const outcome = await emptied.then(
    () => ({ Status: "SUCCESS" }),
    (error) => ({ Status: "FAILED", Reason: String(error) }),
  );
  const body = JSON.stringify({ ...request, ...outcome, PhysicalResourceId: BucketName });
  await fetch(ResponseURL, { method: "PUT", headers: { "content-type": "" }, body });
};

async function empty(Bucket: string): Promise<void> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    if (Contents.length === 0) continue;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors[0]) throw new Error(`${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
  }
}
