import { ArnFormat, RemovalPolicy, Stack } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import type { StageSettings } from "./settings/stage.ts";

type Limits = NonNullable<StageSettings["firewall"]>;
type Parts = { settings: StageSettings; api: RestApi; limits: Limits };
type Rule = CfnWebACL.RuleProperty;

/**
 * AWS WAF in front of the API. It blocks addresses known for attacks, requests known as exploits, addresses that send
 * more requests than a partner's backend does, and much sooner those that send requests without a well-formed key: the
 * throttle of the stage is for partners. A key takes no visitor of the public pages out of that count. AWS's common rules are left out: they refuse bodies over 8 KB, such as pictures.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { settings, api, limits }: Parts) {
    super(scope, id);
    const name = `image-staging-${settings.stage}`;
    const acl = new CfnWebACL(this, "WebAcl", {
      name,
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: visible(name),
      customResponseBodies: { tooMany: { contentType: "APPLICATION_JSON", content: tooMany } },
      rules: [
        managed("AWSManagedRulesAmazonIpReputationList", 0),
        managed("AWSManagedRulesKnownBadInputsRuleSet", 1),
        limitedTo(limits.requestsPerAddressInFiveMinutes, { name: "RequestsPerAddress", priority: 2 }),
        limitedTo(limits.requestsWithoutKeyInFiveMinutes, {
          name: "RequestsWithoutKey",
          priority: 3,
          counts: {
            orStatement: { statements: [{ notStatement: { statement: hasWellFormedKey } }, isPublicPage] },
          },
        }),
      ],
    });
    new CfnWebACLAssociation(this, "Association", {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
    const log = new LogGroup(this, "Log", {
      logGroupName: `aws-waf-logs-${name}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [arnWithoutStreams(log)],
      redactedFields: [{ singleHeader: { Name: "authorization" } }],
      loggingFilter: onlyBlocked,
    });
  }
}

/** WAF takes the ARN of the group alone; `logGroupArn` ends with `:*`, for its streams. */
const arnWithoutStreams = (log: LogGroup) =>
  Stack.of(log).formatArn({
    service: "logs",
    resource: "log-group",
    resourceName: log.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const visible = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const managed = (name: string, priority: number): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: "AWS", name } },
  visibilityConfig: visible(name),
});

const retryAfter = 60;

const tooMany = JSON.stringify({
  error: {
    code: "rate_limited",
    message: "Too many requests from this address. Try again in a minute.",
    retryable: true,
    retry_after: retryAfter,
  },
});

/** What a key looks like, whether it is one or not (lambdas/api/chain/authenticate.ts). */
export const wellFormedKey =
  "^[Bb][Ee][Aa][Rr][Ee][Rr] +stg_(live|test)_[A-Za-z0-9]{1,64}[.][A-Za-z0-9_-]{1,128} *$";

const hasWellFormedKey: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    regexString: wellFormedKey,
    fieldToMatch: { singleHeader: { Name: "authorization" } },
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
};

/** Addresses of the public pages, with the stage in front or, on a domain of their own, without it. */
export const publicPath = "^(/[a-z0-9_-]+)?/(d|verify)(/|$)";

const isPublicPage: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    regexString: publicPath,
    fieldToMatch: { uriPath: {} },
    textTransformations: [
      { priority: 0, type: "URL_DECODE" },
      { priority: 1, type: "NORMALIZE_PATH" },
    ],
  },
};

type RateRule = { name: string; priority: number; counts?: CfnWebACL.StatementProperty };

/**
 * Blocks an address while it sent more than so many requests in the last five minutes: of all, or of those that `counts`
 * matches.
 */
const limitedTo = (limit: number, { name, priority, counts }: RateRule): Rule => ({
  name,
  priority,
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: "tooMany",
        responseHeaders: [
          { name: "Retry-After", value: String(retryAfter) },
          { name: "Cache-Control", value: "no-store" },
        ],
      },
    },
  },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: "IP",
      evaluationWindowSec: 300,
      ...(counts && { scopeDownStatement: counts }),
    },
  },
  visibilityConfig: visible(name),
});

const onlyBlocked = {
  DefaultBehavior: "DROP",
  Filters: [
    {
      Behavior: "KEEP",
      Requirement: "MEETS_ANY",
      Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
    },
  ],
};
