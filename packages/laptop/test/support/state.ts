import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { sdkOf } from "@image-staging/local-cloud/test/assembly";

type Running = { baseUrl: string; environment: Record<string, string> };

/** What a foreign write would change: items, objects, deliveries, and what the inbox answers. */
export async function stateOf(service: Running) {
  const { TABLE_NAME: TableName = "", BUCKET_NAME: Bucket } = service.environment;
  const client = new DynamoDBClient(sdkOf(service, "DYNAMODB"));
  const items: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    items.push(...Items.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`).filter((key) => !key.startsWith("RATE#")));
  const s3 = new S3Client({ ...sdkOf(service, "S3"), forcePathStyle: true });
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const read = async (path: string) => (await fetch(service.baseUrl + path)).json();
  return {
    items: items.sort(),
    objects: Contents?.map(({ Key, ETag }) => `${Key} ${ETag}`),
    inbox: (await read("/inbox")) as { body: string }[],
    answers: await read("/inbox/answers"),
  };
}
