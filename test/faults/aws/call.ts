import type { Activity, Sending, WireAnswer, WireRequest } from "../simulation/activity.ts";
import type { Random } from "../simulation/random.ts";
import { wait } from "../simulation/waiting.ts";
import {
  brokenOff,
  conflicting,
  failure,
  isForGood,
  serviceOf,
  throttled,
  timedOut,
  undone,
} from "./answers.ts";

/** What a service does with a request, at this moment. */
type Effect = (request: WireRequest) => Promise<WireAnswer>;
export type Effects = { now: Effect; asBefore: Effect };

/** One attempt of one call, with what goes wrong with it. */
export async function callWithFaults(
  activity: Activity,
  { fault, attempt, operation }: Sending,
  request: WireRequest,
  { now, asBefore }: Effects,
): Promise<WireAnswer> {
  const { random, schedule } = activity.world;
  const latency = latencyOf(random);
  const after = <T>(effect: () => T | Promise<T>) => wait(activity, latency, effect);
  if (fault === null || (attempt > 1 && !isForGood(fault))) return after(() => now(request));
  const fail = () => {
    throw brokenOff();
  };
  switch (fault) {
    case "refused":
      return after(fail);
    case "throttled":
      return after(() => throttled(request));
    case "lost":
      return after(async () => {
        if (attempt === 1) await now(request);
        return fail();
      });
    case "repeated":
      return after(async () => {
        await now(request);
        return fail();
      });
    case "late": {
      const limitMs = operation === "PutByUrl" ? 4000 : serviceOf(request) === "s3" ? 10_000 : 5000;
      schedule.after(limitMs + random.next() * 10_000, () => now(request));
      return wait(activity, limitMs, () => {
        throw timedOut();
      });
    }
    case "crash_before":
      return after(() => {
        activity.kill();
        return fail();
      });
    case "crash_after":
      return after(async () => {
        await now(request);
        activity.kill();
        return fail();
      });
    case "crash_late":
      return after(() => {
        schedule.after(random.next() * 8000, () => now(request));
        activity.kill();
        return fail();
      });
    case "conflict":
    case "contended":
      return after(() => conflicting(operation, request));
    case "stale":
      return after(() => asBefore(request));
    case "over_quota":
      return after(() => failure("ExecutionLimitExceeded"));
    case "partial":
      return after(() => undone(operation, request));
  }
}

/** Milliseconds, and now and then seconds: what waits may be overtaken by anything. */
const latencyOf = (random: Random): number => (random.chance(0.03) ? 4000 : 30) * random.next() + 1;
