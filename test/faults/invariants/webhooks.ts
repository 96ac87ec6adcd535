import { Webhook } from "standardwebhooks";
import { signedUntil } from "../aws/objects.ts";
import type { History } from "../world/history.ts";
import type { Partner } from "../world/partners.ts";
import type { Delivery } from "../world/web.ts";
import type { Item, Records } from "./records.ts";

type Json = ReturnType<JSON["parse"]>;

/** The body without the URLs, which are signed again at each attempt. */
const lasting = (body: string): string =>
  JSON.stringify(JSON.parse(body), (name, value) =>
    name === "image_url" || name === "expires_at" ? "signed" : value,
  );

/**
 * Each completion is one message, signed, the same at each attempt, for its own organization, delivered or buried. What a sandbox
 * gives up leaves no dead letter; the bus leaves one of what it cannot hand over of any organization.
 */
export function* checkWebhooks(history: History, { jobs }: Records): Generator<string> {
  const byJob = Map.groupBy(history.deliveries.map(parse), ({ data }) => data.job_id as string | undefined);
  const buried = history.pipeline.deadLetters;
  const jobOfId = new Map<string, string>();
  for (const job of jobs) {
    const partner = history.partners.find(({ organizationId }) => organizationId === job.organization_id);
    const attempts = byJob.get(job.job_id) ?? [];
    const url = job.webhook_url ?? partner?.hook;
    const letters = buried.filter((letter: Json) => letter.job_id === job.job_id);
    const isBuried = letters.length > 0;
    if (!url) {
      if (attempts.length > 0) yield `${job.job_id} is delivered without a URL`;
      continue;
    }
    if (!partner?.isSandbox && !isBuried && !attempts.some(({ delivery }) => delivery.isAnswered))
      yield `The completion of ${job.job_id} is neither delivered nor in the dead-letter queue`;
    if (partner?.isSandbox && letters.some(({ isOfBus }: Json) => !isOfBus))
      yield `A sandbox leaves a dead letter of ${job.job_id}`;
    const ids = new Set(attempts.map(({ id }) => id));
    if (ids.size > 1) yield `The completion of ${job.job_id} has the ids ${[...ids].join(" and ")}`;
    for (const id of ids) {
      if (jobOfId.has(id)) yield `${id} is the id of ${jobOfId.get(id)} and of ${job.job_id}`;
      jobOfId.set(id, job.job_id);
    }
    if (new Set(attempts.map(({ delivery }) => lasting(delivery.body))).size > 1)
      yield `The attempts of ${job.job_id} differ`;
    for (const attempt of attempts) yield* checkAttempt(attempt, job, url, history);
  }
  for (const [jobId, attempts] of byJob)
    if (jobId !== undefined && !jobs.some(({ job_id }) => job_id === jobId))
      yield `${attempts.length} deliveries are of an unknown ${jobId}`;
}

type Attempt = ReturnType<typeof parse>;
const parse = (delivery: Delivery) => ({
  delivery,
  id: delivery.headers["webhook-id"] ?? "",
  ...(JSON.parse(delivery.body) as { type: string; timestamp: string; data: Json }),
});

function* checkAttempt(
  { delivery, type, data, timestamp }: Attempt,
  job: Item,
  url: string,
  history: History,
) {
  const partner = history.partners.find(({ organizationId }) => organizationId === job.organization_id);
  if (delivery.url !== url) yield `${job.job_id} is delivered to ${delivery.url} instead of ${url}`;
  if (type !== `generation.${job.status}` || data.status !== job.status)
    yield `${job.job_id} is ${job.status} and delivered as ${type} of status ${data.status}`;
  if (timestamp !== job.completed_at)
    yield `${job.job_id} ended at ${job.completed_at}; its delivery says ${timestamp}`;
  for (const { image_url } of data.outputs ?? [])
    if ((signedUntil(image_url) ?? 0) <= delivery.at)
      yield `A delivery of ${job.job_id} has a URL that has expired`;
  const signedAt = Number(delivery.headers["webhook-timestamp"]) * 1000;
  if (Math.abs(signedAt - delivery.at) > 40_000)
    yield `A delivery of ${job.job_id} is signed at another time`;
  if (partner && !isSigned(delivery, secretsOf(partner, delivery.at)))
    yield `A delivery of ${job.job_id} has a wrong signature`;
}

const day = 24 * 3600 * 1000;
/** How long ago an attempt may have read the secrets with which it signs. */
const doubtful = 60_000;

type Made = Partner["secrets"][number];

/** The secrets that sign at a time without doubt: the last that was made, and the one before for 24 hours more. */
function secretsOf({ secrets }: Partner, at: number): string[] {
  const made = secrets.filter(({ from }) => from <= at);
  const last = made.at(-1);
  const before = made.at(-2);
  const isSettled = last !== undefined && last.since <= at - doubtful;
  const overlaps = last !== undefined && last.from + day > at + doubtful;
  const isBeforeSettled = before !== undefined && before.since <= at - doubtful;
  // While the last is being made, the two before it may both sign, or only one.
  const sure = [isSettled ? last : null, overlaps && isBeforeSettled && isSettled ? before : null];
  // Of two that are made at once nobody knows which is the later.
  const isAlone = (one: Made) =>
    !made.some((other) => other !== one && other.from < one.since && one.from < other.since);
  return sure.flatMap((one) => (one?.secret && isAlone(one) ? [one.secret] : []));
}

/** The library compares the time with the machine's: here only the signature counts. */
function isSigned({ headers, body }: Delivery, secrets: string[]): boolean {
  const id = headers["webhook-id"] ?? "";
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const signatures = (headers["webhook-signature"] ?? "").split(" ");
  return secrets.every((secret) => signatures.includes(new Webhook(secret).sign(id, at, body)));
}

/**
 * Each threshold that an organization has reached is one message, delivered or buried. If its plan changed, or the
 * history passes the end of a period, what it has reached is a matter of order.
 */
export function* checkThresholds(history: History, { usage }: Records): Generator<string> {
  const sent = history.deliveries.map(parse).filter(({ type }) => type === "usage.threshold_reached");
  for (const { organizationId, hook, firstPlan, planChanges } of history.partners) {
    const periods = usage.filter((item) => item.organization_id === organizationId);
    const [period] = periods;
    if (!hook || !firstPlan || planChanges > 0 || !period || periods.length > 1) continue;
    const included = firstPlan.included_units;
    for (const percent of included > 0 ? [80, 100] : []) {
      const isReached = (period.consumed ?? 0) * 100 >= included * percent;
      const own = sent.filter(
        ({ delivery, data }) =>
          delivery.url === hook && data.limit === "included_units" && data.percent === percent,
      );
      const letters = history.pipeline.deadLetters.filter(
        (letter: Json) =>
          letter.organization_id === organizationId &&
          letter.limit === "included_units" &&
          letter.percent === percent,
      );
      const isDone = letters.length > 0 || own.some(({ delivery }) => delivery.isAnswered);
      if (isReached && !isDone)
        yield `${organizationId} has reached ${percent} % of ${included} units and learns nothing of it`;
      if (!isReached && own.length + letters.length > 0)
        yield `${organizationId} gets word of ${percent} % of ${included} units with ${period.consumed ?? 0} consumed`;
      if (new Set(own.map(({ id, delivery }) => `${id} ${delivery.body}`)).size > 1)
        yield `${organizationId} gets word of ${percent} % by several messages`;
    }
  }
}
