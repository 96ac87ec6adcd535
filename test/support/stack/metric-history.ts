import { pauses } from "../../../lambdas/domain/webhook/retry-schedule.ts";
import type { Series } from "./alarms.ts";

/** Samples by metric and minute. */
type History = Map<string, Map<number, number[]>>;
type Random = () => number;

/** What is wrong from a minute on; what is not named is as in health. */
export type Fault = {
  /** Whether a job fails, and with which code. */
  failsWith?: string;
  /** Whether no receiver takes webhooks. */
  receiversAreDown?: boolean;
  /** How long a job waits, and how long its picture takes, in seconds. */
  queueSeconds?: number;
  pictureSeconds?: number;
  /** What each job emits besides, by metric. */
  ofEachJob?: Record<string, number>;
  /** What each minute emits besides, by metric. */
  eachMinute?: Record<string, number>;
  /** What happens once. */
  once?: Record<string, number>;
  sweeperIsSilent?: boolean;
};

/** How often what is no fault happens: of jobs, and outages of receivers in a month, ten minutes each. */
const usual = {
  inference_failed: 0.002,
  no_approved_output: 0.005,
  declined: 0.05,
  throttles: 0.002,
  outages: 1,
};
/** An endpoint's instance ends when nothing came for so many minutes, and the next job waits so many for another. */
const instance = { idle: 15, start: 9 };
const minutesOfAMonth = 30 * 24 * 60;

/**
 * The metrics of a stage on which so many jobs an hour come, at random, and with a fault from a minute on. Everything is drawn
 * from `random`.
 */
export function historyOf(
  { perHour, minutes, random }: { perHour: number; minutes: number; random: Random },
  fault: Fault = {},
  from = Number.POSITIVE_INFINITY,
): Series {
  const history: History = new Map();
  const add = (name: string, minute: number, value = 1) => {
    const samples = history.get(name) ?? new Map<number, number[]>();
    history.set(name, samples);
    const at = Math.floor(minute);
    const before = samples.get(at);
    if (before) before.push(value);
    else samples.set(at, [value]);
  };
  const addAll = (named: Record<string, number> = {}, minute = 0) => {
    for (const [name, value] of Object.entries(named)) add(name, minute, value);
  };
  const outages = Array.from({ length: Math.round((usual.outages * minutes) / minutesOfAMonth) }, () =>
    Math.floor(random() * minutes),
  );
  const isDown = (minute: number) =>
    (fault.receiversAreDown && minute >= from) ||
    outages.some((start) => minute >= start && minute < start + 10);

  let last = Number.NEGATIVE_INFINITY;
  for (let next = gap(perHour, random); next < minutes; next += gap(perHour, random)) {
    if (next - last > instance.idle)
      for (let minute = 0; minute < instance.start; minute++)
        addAll({ HasBacklogWithoutCapacity: 1, ApproximateBacklogSize: 1 }, next + minute);
    last = next;
    const now = next >= from ? fault : {};
    addAll({ jobs: 1, reads: 20, writes: 43, ingest: 700, approve: 900 }, next);
    add("TimeInQueue", next, now.queueSeconds ?? 1 + 2 * random());
    add("ExecutionTime", next, 1000 * (now.pictureSeconds ?? 8 + 12 * random()));
    if (random() < usual.throttles) add("all", next);
    const code = now.failsWith ?? unlucky(random);
    if (code === undefined) add("succeeded", next);
    else {
      add(`JobFailed ${code}`, next);
      const id = idsInMath.get(code);
      if (id !== undefined) add(id, next);
    }
    addAll(now.ofEachJob, next);
    deliver(next, isDown, add);
  }
  for (let minute = 0; minute < minutes; minute++) {
    if (!(fault.sweeperIsSilent && minute >= from)) add("runs", minute);
    if (minute >= from) addAll(fault.eachMinute, minute);
  }
  if (from < minutes) addAll(fault.once, from);
  return Object.fromEntries(
    Array.from(history, ([name, samples]) => [name, (minute: number) => samples.get(minute) ?? []]),
  );
}

/** The codes of failures by their ids in metric math. */
const idsInMath = new Map([
  ["inference_failed", "refused"],
  ["inference_timeout", "unanswered"],
  ["no_approved_output", "rejected"],
]);

/** Minutes until the next job. */
const gap = (perHour: number, random: Random) => (-Math.log(1 - random()) * 60) / perHour;

const unlucky = (random: Random): string | undefined => {
  const draw = random();
  if (draw < usual.inference_failed) return "inference_failed";
  if (draw < usual.inference_failed + usual.no_approved_output) return "no_approved_output";
  return draw < usual.inference_failed + usual.no_approved_output + usual.declined ? "declined" : undefined;
};

/** The attempts of a webhook, by the schedule of retries, until one is taken. */
function deliver(
  ended: number,
  isDown: (minute: number) => boolean | undefined,
  add: (name: string, minute: number) => void,
) {
  let minute = ended;
  for (const pause of pauses) {
    minute += pause / 60_000;
    if (!isDown(minute)) return add("delivered", minute);
    add("failed", minute);
  }
  add("NumberOfMessagesSent", minute);
}
