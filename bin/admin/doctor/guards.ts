import { X509Certificate } from "node:crypto";
import { CloudFormationClient, type StackResourceSummary } from "@aws-sdk/client-cloudformation";
import * as v from "valibot";
import { readFunctions } from "../../../lib/outputs.ts";
import { callAws, callJson } from "../service/aws.ts";
import { check, type Finding, json, ok, problem, warning } from "./finding.ts";
import { configurationOf } from "./functions.ts";

/** What watches over a stage: whom alarms reach, the firewall, and until when certificates hold. */
export const checkGuards = async (
  resources: StackResourceSummary[],
  isTrial: boolean,
): Promise<Finding[]> => [
  await check("alarms", () => subscribers(resources, isTrial)),
  await check("firewall", () => association(resources, isTrial)),
  await check("domain's certificate", () => domainCertificate(resources)),
  await check("credentials' certificate", () => signingCertificate(resources)),
  await check("signing key", () => signingKey(resources)),
  await check("sweeper", () => sweeperRule(resources)),
];

const idOf = (resources: StackResourceSummary[], type: string, name = /^/): string | undefined =>
  resources.find(
    ({ ResourceType, LogicalResourceId = "" }) => ResourceType === type && name.test(LogicalResourceId),
  )?.PhysicalResourceId;

async function subscribers(resources: StackResourceSummary[], isTrial: boolean) {
  const topic = idOf(resources, "AWS::SNS::Topic", /^MonitoringAlarms/);
  if (topic === undefined)
    return isTrial ? ok("none in this stage") : problem("none", 'Set "alarms": true in cdk.json.');
  const answer = await callAws("sns", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      Action: "ListSubscriptionsByTopic",
      Version: "2010-03-31",
      TopicArn: topic,
    }).toString(),
  });
  const arns = Array.from(answer.matchAll(/<SubscriptionArn>([^<]*)</g), ([, arn = ""]) => arn);
  const confirmed = arns.filter((arn) => arn.startsWith("arn:")).length;
  if (confirmed > 0) return ok(`${confirmed} confirmed of ${arns.length} addresses`);
  return problem(
    arns.length === 0 ? "reach nobody" : "reach nobody: no address has confirmed",
    arns.length === 0
      ? "settings set STAGE --alarm-email ADDRESS, then deploy."
      : "Open the e-mail of Amazon SNS and confirm.",
  );
}

async function association(resources: StackResourceSummary[], isTrial: boolean) {
  if (idOf(resources, "AWS::WAFv2::WebACL") === undefined)
    return isTrial ? ok("none in this stage") : problem("none", "Set firewall in cdk.json, then deploy.");
  const [api, stage] = ["AWS::ApiGateway::RestApi", "AWS::ApiGateway::Stage"].map((type) =>
    idOf(resources, type),
  );
  const region = await new CloudFormationClient().config.region();
  const ResourceArn = `arn:aws:apigateway:${region}::/restapis/${api}/stages/${stage}`;
  const answer = await callJson("wafv2", "AWSWAF_20190729.GetWebACLForResource", { ResourceArn });
  const { WebACL } = json(v.object({ WebACL: v.nullish(v.object({ Name: v.string() })) }), answer);
  if (WebACL) return ok(`${WebACL.Name} is in front of the API`);
  return problem(
    "is not in front of the API",
    "Deploy again, or associate the web ACL with the API's stage.",
  );
}

const day = 24 * 3600 * 1000;

/** A certificate that ends within a month is near its end: some authorities take weeks. */
function untilWhen(name: string, end: Date, advice: string) {
  const days = Math.floor((end.getTime() - Date.now()) / day);
  const found = `${name} ${days < 0 ? "ended" : "holds until"} ${end.toISOString().slice(0, 10)}`;
  if (days >= 30) return ok(found);
  return days < 7 ? problem(found, advice) : warning(found, advice);
}

const Described = v.object({
  Certificate: v.object({ Status: v.string(), NotAfter: v.optional(v.number()) }),
});

async function domainCertificate(resources: StackResourceSummary[]) {
  const name = idOf(resources, "AWS::ApiGateway::DomainName");
  if (name === undefined) return ok("no domain");
  const domain = await callAws("apigateway", { method: "GET", path: `/domainnames/${name}` });
  const { regionalCertificateArn } = json(v.object({ regionalCertificateArn: v.string() }), domain);
  const answer = await callJson("acm", "CertificateManager.DescribeCertificate", {
    CertificateArn: regionalCertificateArn,
  });
  const { Status, NotAfter = 0 } = json(Described, answer).Certificate;
  const advice = "Look at it in AWS Certificate Manager: its DNS record must stay, so that it is renewed.";
  return Status === "ISSUED"
    ? untilWhen(`of ${name}`, new Date(NotAfter * 1000), advice)
    : problem(`of ${name} is ${Status}`, advice);
}

async function signingCertificate(resources: StackResourceSummary[]) {
  const { variables } = await configurationOf(resources, readFunctions.approval);
  const pem = variables.CREDENTIALS_CERTIFICATES;
  if (pem === undefined) return ok("outputs are not signed");
  const { validTo } = new X509Certificate(pem);
  return untilWhen("that signs", new Date(validTo), "Renew it (docs/settings.md, Content credentials).");
}

const Key = v.object({ KeyMetadata: v.object({ KeyState: v.string() }) });
const Secret = v.object({ DeletedDate: v.optional(v.number()) });

async function signingKey(resources: StackResourceSummary[]) {
  const { variables } = await configurationOf(resources, readFunctions.approval);
  const { CREDENTIALS_KEY: key } = variables;
  if (key === undefined) return ok("outputs are not signed");
  const state = key.includes(":kms:")
    ? json(Key, await callJson("kms", "TrentService.DescribeKey", { KeyId: key })).KeyMetadata.KeyState
    : (json(Secret, await callJson("secretsmanager", "secretsmanager.DescribeSecret", { SecretId: key }))
        .DeletedDate ?? "Enabled");
  if (state === "Enabled") return ok(`${key} is enabled`);
  return problem(
    typeof state === "number" ? `${key} will be deleted` : `${key} is ${state}`,
    "Enable it, or cancel its deletion (docs/runbooks.md, Signing key).",
  );
}

/** A restore disables it: nothing is swept until somebody enables it again. */
async function sweeperRule(resources: StackResourceSummary[]) {
  const Name = idOf(resources, "AWS::Events::Rule", /SweepSchedule/);
  const { State } = json(
    v.object({ State: v.string() }),
    await callJson("events", "AWSEvents.DescribeRule", { Name }),
  );
  return State === "ENABLED"
    ? ok("runs every minute")
    : problem(`its rule is ${State}`, `aws events enable-rule --name ${Name}`);
}
