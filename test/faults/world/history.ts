import { callWithFaults, type Effects } from "../aws/call.ts";
import { newObjects } from "../aws/objects.ts";
import { faultsAt } from "../fault-kinds.ts";
import { type Coverage, type Fault, planFaults, type Raised } from "../faults.ts";
import { connect } from "../outside/web.ts";
import { type Activity, type ActivityWorld, settle } from "../simulation/activity.ts";
import { simulate } from "../simulation/globals.ts";
import { randomOf } from "../simulation/random.ts";
import { type Schedule, startSchedule } from "../simulation/schedule.ts";
import { callSites } from "../sites.ts";
import { actor } from "./acting.ts";
import { type Action, historyMs, planActions } from "./actions.ts";
import { cloudOf } from "./cloud.ts";
import { startExpiry } from "./expiry.ts";
import { type Lists, readLists } from "./lists.ts";
import { newModel } from "./model.ts";
import type { Offer } from "./offers.ts";
import { addPartners, type Partner } from "./partners.ts";
import { newPipeline, type Pipeline } from "./pipeline.ts";
import { redeliverUndelivered } from "./redelivering.ts";
import { newRequests, type Requests } from "./requests.ts";
import { startSweeper } from "./sweeper.ts";
import { type TableWatch, watchTable } from "./table-watch.ts";
import { type Delivery, newWeb } from "./web.ts";

const minutes = 60_000;
const mostEvents = 400_000;

export type Plan = {
  seed: number;
  jobs: number;
  /** Only these actions, by their ids, and exactly these faults; null for all that the seed draws. */
  actions: number[] | null;
  faults: Fault[] | null;
  raised: Raised | null;
};
/** A history that is over. */
export type History = {
  partners: Partner[];
  actions: Action[];
  injected: Fault[];
  violations: string[];
  /** When things went wrong, in the order of time. */
  faultTimes: number[];
  startedAt: number;
  endedAt: number;
  events: number;
  requests: Requests;
  pipeline: Pipeline;
  watch: TableWatch;
  deliveries: Delivery[];
  objects: Map<string, Buffer>;
  /** What the model gave for each job, how often it was asked, and what each partner's lists hold in the end. */
  offers: Map<string, Offer[]>;
  asked: Map<string, number>;
  lists: Lists[];
  /** How far the functions' clocks may be from the true time. */
  largestSkew: number;
};
type Stage = { coverage: Coverage; pictures: Map<string, Buffer>; tableName: string };

/** Runs one history to its end on an empty table. */
export async function runHistory(
  { seed, jobs, raised, ...only }: Plan,
  { coverage, pictures, tableName }: Stage,
): Promise<History> {
  const random = randomOf(`${seed}`);
  const startedAt = startOf(seed);
  const until = startedAt + historyMs;
  const schedule = startSchedule(startedAt, settle);
  const violations: string[] = [];
  const report = (violation: string) => {
    const minute = ((schedule.now() - startedAt) / minutes).toFixed(2);
    if (violations.length < 20) violations.push(`${violation} (minute ${minute})`);
  };
  const faults = planFaults(String(seed), {
    ...{ only: only.faults, raised, coverage, until },
    sites: callSites,
    now: schedule.now,
  });
  const largestSkew = random.pick([0, 0, 1000, 4000]);
  const contended = new WeakMap<Activity, Set<string>>();
  const objects = newObjects(schedule.now);

  const world: ActivityWorld & { clockError: () => number } = {
    schedule,
    random,
    clockError: () => Math.round((random.next() * 2 - 1) * largestSkew),
    faultFor: (activity, site) => {
      if (contended.get(activity)?.has(site)) return "contended";
      const fault = faults.choose(site, faultsAt(site));
      if (fault === "contended") contended.set(activity, new Set([...(contended.get(activity) ?? []), site]));
      return fault;
    },
    call: (activity, sending, request) => callWithFaults(activity, sending, request, cloud),
  };
  const { choose } = faults;
  let cloud: Effects;
  simulate({ schedule, random });
  try {
    const partners = await addPartners(random, startedAt, jobs < 5 ? 2 : 3);
    const capOf = (organizationId: string) => capInForce(partners, organizationId, schedule.now());
    const watch = watchTable({ tableName, report, capOf });
    const model = newModel({ world, objects, choose, report, notify: (message) => pipeline.notify(message) });
    const pipeline = newPipeline({ world, choose, simulator: model.simulate });
    cloud = cloudOf({ objects, pipeline, watch, askModel: model.ask });
    const web = newWeb({ choose, random, pictures, now: schedule.now });
    connect(world, web);
    const requests = newRequests({ world, choose });
    const act = actor({ world, partners, requests, objects, pictures, watch, accident: faults.noteAccident });
    const planned = planActions(String(seed), jobs, partners.length);
    const actions = planned.filter(({ id }) => only.actions === null || only.actions.includes(id));
    const isOver = beginActions(actions, act, { schedule, startedAt, report });
    startSweeper({ world, choose, watch, isStopped: requests.isPaused, isOver, until });
    startExpiry(world, { tableName, until });
    const events = await schedule.run(mostEvents);
    const endedAt = schedule.now();
    await Promise.all([redeliverUndelivered(world, partners, startedAt), schedule.run(mostEvents)]);
    // Nothing goes wrong any more: a list that is not answered is a mistake.
    const reading = schedule.sleepUntil(until + 1).then(() => readLists(partners, requests));
    const [lists] = await Promise.all([reading, schedule.run(mostEvents)]);
    for (const failure of pipeline.failures) report(`An execution broke: ${failure}`);
    return {
      partners,
      actions,
      violations,
      startedAt,
      events,
      requests,
      pipeline,
      watch,
      injected: faults.injected,
      faultTimes: faults.times,
      endedAt,
      ...{ offers: model.offers, asked: model.asked },
      lists,
      largestSkew,
      deliveries: web.deliveries,
      objects: objects.stored,
    };
  } finally {
    simulate(null);
  }
}

type Begin = { schedule: Schedule; startedAt: number; report: (violation: string) => void };

/** Lets each action happen at its time; returns what says whether all are over. */
function beginActions(
  actions: Action[],
  act: (action: Action) => Promise<void>,
  parts: Begin,
): () => boolean {
  const { schedule, startedAt, report } = parts;
  let open = actions.length;
  for (const action of actions)
    schedule.at(startedAt + action.at, () => {
      act(action)
        .catch((error) => report(`Action ${action.id} (${action.kind}) failed: ${error.stack}`))
        .finally(() => open--);
    });
  return () => open === 0;
}

/** The highest cap that an organization had within the last minute: a change takes so long to be known everywhere. */
function capInForce(partners: Partner[], organizationId: string, now: number): number {
  const { caps = [] } = partners.find((one) => one.organizationId === organizationId) ?? {};
  const known = caps.filter(({ at }, index) => (caps[index + 1]?.at ?? now) > now - 60_000 && at >= 0);
  return Math.max(...known.map(({ cap }) => cap));
}

const endOfMonth = Date.UTC(2030, 3, 1);

/** Some histories begin shortly before a month, and a billing period, ends. */
function startOf(seed: number): number {
  const random = randomOf(`${seed} start`);
  return random.chance(0.3)
    ? endOfMonth - random.next() * 60 * minutes
    : endOfMonth + (2 + random.next() * 20) * 24 * 60 * minutes;
}
