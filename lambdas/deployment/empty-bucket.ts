import * as v from "valibot";
import { deleteObjects } from "../storage/objects.ts";

const CloudFormationRequest = v.object({
  RequestType: v.picklist(["Create", "Update", "Delete"]),
  ResponseURL: v.string(),
  StackId: v.string(),
  RequestId: v.string(),
  LogicalResourceId: v.string(),
  ResourceProperties: v.object({ BucketName: v.string() }),
});

/** A CloudFormation custom resource that empties its bucket when it is deleted: only an empty bucket can be deleted. */
export const handler = async (event: unknown): Promise<void> => {
  const { RequestType, ResponseURL, ResourceProperties, ...request } = v.parse(CloudFormationRequest, event);
  const { BucketName } = ResourceProperties;
  const emptied = RequestType === "Delete" ? deleteObjects(BucketName, "") : Promise.resolve(0);
  const outcome = await emptied.then(
    () => ({ Status: "SUCCESS" }),
    (error) => ({ Status: "FAILED", Reason: String(error) }),
  );
  const body = JSON.stringify({ ...request, ...outcome, PhysicalResourceId: BucketName });
  await fetch(ResponseURL, { method: "PUT", headers: { "content-type": "" }, body });
};
