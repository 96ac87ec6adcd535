import type { StackResourceSummary } from "@aws-sdk/client-cloudformation";
import { hosted, regionVariable } from "@image-staging/eraser/hosted";
import * as v from "valibot";
import { callAws } from "../service/aws.ts";
import { json, ok, problem } from "./finding.ts";
import { configurationOf } from "./functions.ts";

/** Bedrock's GetFoundationModelAvailability. */
const Availability = v.object({
  agreementAvailability: v.object({ status: v.string() }),
  authorizationStatus: v.string(),
  entitlementAvailability: v.string(),
  regionAvailability: v.string(),
});

/** Whether the account may use the hosted eraser, if the stage has one. */
export async function eraserAccess(resources: StackResourceSummary[]) {
  const { variables } = await configurationOf(resources, "Renderer");
  const region = variables[regionVariable];
  if (!region) return ok("none: the model removes furniture itself");
  const path = `/foundation-model-availability/${encodeURIComponent(hosted.model)}`;
  const found = json(Availability, await callAws("bedrock", { method: "GET", path, region }));
  const missing = [
    ...(found.regionAvailability === "AVAILABLE" ? [] : ["it is not in this Region"]),
    ...(found.agreementAvailability.status === "AVAILABLE" ? [] : ["its agreement is not accepted"]),
    ...(found.entitlementAvailability === "AVAILABLE" ? [] : ["the account is not subscribed"]),
    ...(found.authorizationStatus === "AUTHORIZED" ? [] : ["the account is not authorized"]),
  ];
  if (missing.length === 0) return ok(`${hosted.model} in ${region}`);
  return problem(
    `${hosted.model} in ${region}: ${missing.join(", ")}`,
    'Accept its agreement in Amazon Bedrock (docs/settings.md, "A hosted eraser"); jobs with a mask fail meanwhile.',
  );
}
