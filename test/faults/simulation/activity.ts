import { AsyncLocalStorage } from "node:async_hooks";
import type { FaultKind } from "../fault-kinds.ts";
import type { Random } from "./random.ts";
import type { Schedule } from "./schedule.ts";

/** One run of a function: its own clock, and whether it waits, has ended or was killed. */
export type Activity = {
  name: string;
  /** How far its machine's clock is from the true time. */
  skewMs: number;
  state: "live" | "ended" | "dead";
  /** For how many things it waits; of those, in how many sends of a client; and how many sends are under way. */
  waitingFor: number;
  waitingInSends: number;
  sends: number;
  kill: () => void;
  world: ActivityWorld;
};

/** What the code under test reaches beyond AWS: the web, and what is behind the SDK's HTTP. */
export type ActivityWorld = {
  schedule: Schedule;
  random: Random;
  /** Chooses what goes wrong with what the code is about to send. */
  faultFor: (activity: Activity, site: string, operation: string) => FaultKind | null;
  /** Answers one attempt of what the code sends. */
  call: (activity: Activity, sending: Sending, request: WireRequest) => Promise<WireAnswer>;
};

/** One `send` of a client, which may make several attempts. `key` names it within the history. */
export type Sending = { site: string; operation: string; attempt: number; fault: FaultKind | null };
export type WireRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
};
export type WireAnswer = { status: number; headers: Record<string, string>; body: Buffer };

type Scope = { activity: Activity; sending?: Sending };
export const scopes = new AsyncLocalStorage<Scope>();
export const currentActivity = (): Activity | undefined => scopes.getStore()?.activity;

const running = new Set<Activity>();
let wake = () => {};

/** An activity is running while it waits for nothing, and while a client of it works on what it sends or has received. */
export function note(activity: Activity): void {
  const { state, waitingFor, waitingInSends, sends } = activity;
  if (state === "live" && (waitingFor === 0 || sends > waitingInSends)) running.add(activity);
  else running.delete(activity);
  wake();
}

/** Notes that a client sends something until `send` has ended. */
export async function during<T>(activity: Activity, send: () => Promise<T>): Promise<T> {
  activity.sends++;
  note(activity);
  try {
    return await send();
  } finally {
    activity.sends--;
    note(activity);
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits until every activity waits for the schedule, has ended or was killed. Threads may work for it meanwhile. */
export async function settle(): Promise<void> {
  await turn();
  while (running.size > 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    await turn();
  }
}

/** Starts an activity; resolves with what it returns, rejects with its error or, if it is killed, with `Killed`. */
export function start<T>(
  { name, skewMs, world }: Pick<Activity, "name" | "skewMs" | "world">,
  run: () => Promise<T>,
): { activity: Activity; ended: Promise<T> } {
  let kill = () => {};
  const killed = new Promise<never>((_, reject) => {
    kill = () => reject(new Killed(name));
  });
  const activity: Activity = {
    name,
    skewMs,
    world,
    state: "live",
    waitingFor: 0,
    waitingInSends: 0,
    sends: 0,
    kill: () => {
      if (activity.state !== "live") return;
      activity.state = "dead";
      note(activity);
      kill();
    },
  };
  note(activity);
  const end = () => {
    if (activity.state === "live") activity.state = "ended";
    note(activity);
  };
  const result = scopes.run({ activity }, run).finally(end);
  result.catch(() => {});
  killed.catch(() => {});
  return { activity, ended: Promise.race([result, killed]) };
}

export class Killed extends Error {
  override readonly name = "Killed";
}
