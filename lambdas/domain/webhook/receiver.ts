import * as v from "valibot";
import type { AttemptResult } from "./delivery.ts";

const hour = 3600 * 1000;
const failingForMs = 5 * 24 * hour;
/** Longer than the longest pause between two attempts: failures further apart are not failures on end. */
const quietMs = 48 * hour;
/** A failure is noted at most this often, so that many deliveries at once do not contend for one item. */
const noteEveryMs = hour;

/** How a webhook URL of an organization has answered, as stored; `revision` counts its changes. */
export const Endpoint = v.object({
  organization_id: v.string(),
  url: v.string(),
  revision: v.number(),
  failing_since: v.nullable(v.string()),
  last_failure_at: v.nullable(v.string()),
  disabled_at: v.nullable(v.string()),
  disabled_because: v.nullable(v.picklist(["failing", "gone"])),
});
export type Endpoint = v.InferOutput<typeof Endpoint>;

export type EndpointAnswer = "succeeded" | "failed" | "gone";

/** What an attempt's result says of its endpoint. */
export function endpointAnswer({ outcome }: AttemptResult): EndpointAnswer {
  if (outcome === "delivered") return "succeeded";
  return outcome === "gone" ? "gone" : "failed";
}

/** An endpoint of which nothing is known, or nothing is held against it any more. */
export const healthyEndpoint = (organizationId: string, url: string, revision = 0): Endpoint => ({
  organization_id: organizationId,
  url,
  revision,
  failing_since: null,
  last_failure_at: null,
  disabled_at: null,
  disabled_because: null,
});

/**
 * The endpoint after an attempt, or null where nothing changes. It is disabled by 410 Gone, and when it has failed
 * for 5 days on end.
 */
export function endpointAfter(endpoint: Endpoint, answer: EndpointAnswer, now: Date): Endpoint | null {
  const { organization_id, url, revision } = endpoint;
  if (endpoint.disabled_at !== null) return null;
  if (answer === "succeeded")
    return endpoint.failing_since === null ? null : healthyEndpoint(organization_id, url, revision + 1);
  const at = now.toISOString();
  const sinceLast = now.getTime() - Date.parse(endpoint.last_failure_at ?? "");
  const failing_since = sinceLast <= quietMs ? endpoint.failing_since : at;
  const failed = { ...endpoint, revision: revision + 1, failing_since, last_failure_at: at };
  if (answer === "gone") return { ...failed, disabled_at: at, disabled_because: "gone" };
  if (now.getTime() - Date.parse(failing_since ?? at) >= failingForMs)
    return { ...failed, disabled_at: at, disabled_because: "failing" };
  return sinceLast < noteEveryMs ? null : failed;
}
