import { createServer } from "node:http";
import {
  DeleteObjectsCommand,
  type DeleteObjectsCommandInput,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { handler } from "../../../lambdas/deployment/empty-bucket.ts";

const bucket = mockClient(S3Client);
const answers: Record<string, unknown>[] = [];
let url = "";

/** In place of CloudFormation: receives the answer that a custom resource puts to its URL. */
const cloudFormation = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  answers.push(JSON.parse(Buffer.concat(chunks).toString()));
  response.end();
});
beforeAll(async () => {
  await new Promise<void>((listening) => cloudFormation.listen(0, "127.0.0.1", listening));
  const address = cloudFormation.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
});
afterAll(() => cloudFormation.close());
beforeEach(() => {
  bucket.reset();
  answers.length = 0;
});

const request = (RequestType: string) => ({
  RequestType,
  ResponseURL: url,
  StackId: "stack",
  RequestId: "request",
  LogicalResourceId: "PicturesEmptied",
  ResourceProperties: { ServiceToken: "function", BucketName: "pictures" },
});
const answered = { StackId: "stack", RequestId: "request", LogicalResourceId: "PicturesEmptied" };

test("a bucket is emptied page by page when its stack is deleted", async () => {
  const pages = [["a", "b"], ["c"]].map((keys) => ({ Contents: keys.map((Key) => ({ Key })) }));
  bucket
    .on(ListObjectsV2Command)
    .resolvesOnce({ ...pages[0], IsTruncated: true, NextContinuationToken: "more" })
    .resolvesOnce({ ...pages[1] });
  bucket.on(DeleteObjectsCommand).resolves({});
  await handler(request("Delete"));
  const deleted = bucket
    .commandCalls(DeleteObjectsCommand)
    .flatMap(({ args: [{ input }] }: { args: [{ input: DeleteObjectsCommandInput }, ...unknown[]] }) =>
      input.Delete?.Objects?.map(({ Key }) => Key),
    );
  expect(deleted).toEqual(["a", "b", "c"]);
  expect(answers).toEqual([{ ...answered, Status: "SUCCESS", PhysicalResourceId: "pictures" }]);
});

test.each(["Create", "Update"])("a bucket is unchanged on %s", async (type) => {
  await handler(request(type));
  expect(bucket.calls()).toEqual([]);
  expect(answers).toEqual([{ ...answered, Status: "SUCCESS", PhysicalResourceId: "pictures" }]);
});

test("an object that cannot be deleted fails the deletion at once, with the reason", async () => {
  bucket.on(ListObjectsV2Command).resolves({ Contents: [{ Key: "a" }] });
  bucket.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: "a", Message: "Access denied" }] });
  await handler(request("Delete"));
  expect(answers).toEqual([
    {
      ...answered,
      Status: "FAILED",
      Reason: "Error: a cannot be deleted: Access denied",
      PhysicalResourceId: "pictures",
    },
  ]);
});
