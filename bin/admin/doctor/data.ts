import * as v from "valibot";
import { counted } from "../../../lambdas/domain/plain-text.ts";
import { env } from "../../../lambdas/runtime/env.ts";
import { listOrganizations } from "../../../lambdas/storage/organization/organizations.ts";
import { describeTable } from "../../../lambdas/storage/table-settings.ts";
import { findSigningSecrets } from "../../../lambdas/storage/webhook/signing-secrets.ts";
import { callJson } from "../service/aws.ts";
import { isTrial } from "./deployed.ts";
import { check, type Finding, ok, problem, warning } from "./finding.ts";
import { tableThrottles } from "./throttles.ts";

/** The table's protection and throttles, organizations without a signing secret, what the service gave up on, and whether it signs. */
export const checkData = async (stackName: string | null): Promise<Finding[]> => [
  await check("table", () => tableSettings(stackName)),
  ...(stackName === null ? [] : [await check("throttles", tableThrottles)]),
  await check("signing secrets", organizationsWithoutSecret),
  await check("dead letters", deadLetters),
  await check("content credentials", async () => contentCredentials(process.env.CONTENT_CREDENTIALS)),
];

const contentCredentials = (key: string | undefined) =>
  key !== undefined && key !== "none"
    ? ok(`outputs are signed by ${key}`)
    : warning("outputs are not signed", "Set contentCredentials (docs/settings.md, Content credentials).");

async function tableSettings(stackName: string | null) {
  const { status, items, warm, ...protection } = await describeTable(env("TABLE_NAME"));
  if (status !== "ACTIVE") return problem(`is ${status}`, "Wait until it is active.");
  const isProduction = stackName !== null && !isTrial(stackName);
  const unprotected = [
    ...(protection.pointInTimeRecovery === false ? ["point-in-time recovery"] : []),
    ...(protection.deletionProtection || !isProduction ? [] : ["deletion protection"]),
  ];
  const off = [...unprotected, ...(protection.timeToLive === false ? ["TTL on expires_at"] : [])];
  const takes = warm === null ? "" : `; takes ${warm.reads} reads and ${warm.writes} writes a second at once`;
  const found = `${status}, about ${counted(items, "item")}${takes}`;
  if (stackName === null || off.length === 0) return ok(found);
  return (isProduction && unprotected.length > 0 ? problem : warning)(
    `${found}; off: ${off.join(", ")}`,
    "Turn it on: a restored table has none of it (docs/recovery.md, Restore).",
  );
}

async function organizationsWithoutSecret() {
  const organizations = await listOrganizations();
  const without: string[] = [];
  for (const { organization_id } of organizations)
    if (!(await findSigningSecrets(organization_id))) without.push(organization_id);
  if (without.length === 0) return ok(`each has one: ${counted(organizations.length, "organization")}`);
  return problem(
    `${without.join(", ")} ${without.length === 1 ? "has" : "have"} none: their webhooks wait`,
    "webhook rotate-secret ORG makes one and sends what waits.",
  );
}

const Attributes = v.object({ Attributes: v.object({ ApproximateNumberOfMessages: v.string() }) });

async function deadLetters() {
  const request = { QueueUrl: env("DEAD_LETTER_QUEUE_URL"), AttributeNames: ["ApproximateNumberOfMessages"] };
  const answer = await callJson("sqs", "AmazonSQS.GetQueueAttributes", request, "1.0");
  const { ApproximateNumberOfMessages: waiting } = v.parse(
    v.pipe(v.string(), v.parseJson(), Attributes),
    answer,
  ).Attributes;
  if (waiting === "0") return ok("none");
  return warning(
    `${waiting}: what the service gave up on, kept for 14 days`,
    "Read them: docs/runbooks.md, Dead letters, says what to do for each kind.",
  );
}
