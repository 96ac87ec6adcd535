import * as v from "valibot";
import { callAws, callJson } from "../service/aws.ts";
import { check, type Finding, json, ok, problem, unknown, warning } from "./finding.ts";

/** Below `least` a stage does not serve partners; below `wanted` it serves few. */
type Floor = { least: number; wanted: number };

/**
 * Executions: the models and 100 that Lambda keeps free take 275 (docs/settings.md, `modelConcurrency`). What Step Functions
 * takes in a second: of 1,000 jobs a minute with a picture, on the rendered model, 4 starts and 7 transitions each.
 */
const floors = {
  executions: { least: 400, wanted: 1000 },
  unreserved: { least: 100, wanted: 200 },
  starts: { least: 67, wanted: 150 },
  transitions: { least: 117, wanted: 500 },
} satisfies Record<string, Floor>;

/** What the account allows, before there is a stack too. A stage for trials may have less than production. */
export const checkQuotas = async (isTrial: boolean): Promise<Finding[]> => [
  await check("Lambda concurrency", async () => lambdaConcurrency(await accountLimit(), isTrial)),
  await check("Lambda free executions", async () => freeExecutions(await accountLimit(), isTrial)),
  await check("Step Functions", () => stepFunctions(isTrial)),
];

function verdictOn(
  value: number,
  { least, wanted }: Floor,
  found: string,
  request: string,
  isTrial: boolean,
) {
  if (value >= wanted) return ok(found);
  const advice = `Request ${wanted} in Service Quotas, ${request}, before the first partner.`;
  return value < least && !isTrial ? problem(found, advice) : warning(found, advice);
}

const AccountSettings = v.object({
  AccountLimit: v.object({
    ConcurrentExecutions: v.number(),
    UnreservedConcurrentExecutions: v.optional(v.number()),
  }),
});
type AccountLimit = v.InferOutput<typeof AccountSettings>["AccountLimit"];

const accountLimit = async (): Promise<AccountLimit> =>
  json(AccountSettings, await callAws("lambda", { method: "GET", path: "/2016-08-19/account-settings" }))
    .AccountLimit;

const concurrency = 'AWS Lambda, "Concurrent executions"';

const lambdaConcurrency = ({ ConcurrentExecutions }: AccountLimit, isTrial: boolean) =>
  verdictOn(
    ConcurrentExecutions,
    floors.executions,
    `${ConcurrentExecutions} concurrent executions`,
    concurrency,
    isTrial,
  );

/** What is reserved for models and webhooks is taken from the API. */
function freeExecutions({ UnreservedConcurrentExecutions: free }: AccountLimit, isTrial: boolean) {
  if (free === undefined) return unknown("Lambda does not tell them", "Look at the functions' reservations.");
  return verdictOn(free, floors.unreserved, `${free} are not reserved`, `${concurrency}, more`, isTrial);
}

const Quotas = v.object({
  Quotas: v.array(v.object({ QuotaName: v.string(), Value: v.number() })),
  NextToken: v.nullish(v.string()),
});
const mostPages = 50;

/** The quotas of a service with a name that matches. */
export async function listQuotas(ServiceCode: string, name: RegExp) {
  const found: v.InferOutput<typeof Quotas>["Quotas"] = [];
  let NextToken: string | null | undefined;
  for (let page = 0; page < mostPages; page++) {
    const request = { ServiceCode, MaxResults: 100, ...(NextToken && { NextToken }) };
    const answer = json(
      Quotas,
      await callJson("servicequotas", "ServiceQuotasV20190624.ListServiceQuotas", request),
    );
    found.push(...answer.Quotas.filter(({ QuotaName }) => name.test(QuotaName)));
    NextToken = answer.NextToken;
    if (!NextToken) break;
  }
  return found;
}

/** Step Functions refills a bucket for each action, so many tokens a second. Express executions are not used. */
async function stepFunctions(isTrial: boolean) {
  const refills = (await listQuotas("states", /refill/i)).filter(
    ({ QuotaName }) => !/express/i.test(QuotaName),
  );
  const rateOf = (action: RegExp) => refills.find(({ QuotaName }) => action.test(QuotaName))?.Value;
  const [starts, transitions] = [rateOf(/StartExecution/i), rateOf(/StateTransition/i)];
  const found = `${starts ?? "?"} starts and ${transitions ?? "?"} transitions a second`;
  const verdicts = [
    ...(starts === undefined
      ? []
      : [verdictOn(starts, floors.starts, found, named("StartExecution"), isTrial)]),
    ...(transitions === undefined
      ? []
      : [verdictOn(transitions, floors.transitions, found, named("StateTransition"), isTrial)]),
  ];
  const worst = ["problem", "warning"].flatMap((state) => verdicts.filter((one) => one.state === state))[0];
  if (worst) return worst;
  return verdicts.length === 2
    ? ok(found)
    : unknown(found, "Service Quotas does not tell the rest: look at Service Quotas, AWS Step Functions.");
}

const named = (action: string) => `AWS Step Functions, "${action} throttle refill rate"`;
