import { type Activity, note, scopes } from "./activity.ts";

/** Begins to wait, and returns what ends that. */
function beginWaiting(activity: Activity): () => void {
  const inSend = scopes.getStore()?.sending !== undefined;
  activity.waitingFor++;
  if (inSend) activity.waitingInSends++;
  note(activity);
  return () => {
    activity.waitingFor--;
    if (inSend) activity.waitingInSends--;
    note(activity);
  };
}

/**
 * Lets an activity wait for an event `ms` from now, and gives it what `effect` returns or throws then. Of a killed
 * activity, nothing happens any more.
 */
export function wait<T>(activity: Activity, ms: number, effect: () => T | Promise<T>): Promise<T> {
  const release = beginWaiting(activity);
  return new Promise((resolve, reject) => {
    activity.world.schedule.after(ms, async () => {
      if (activity.state === "dead") return;
      try {
        const result = await effect();
        if (activity.state !== "live") return;
        release();
        resolve(result);
      } catch (error) {
        if (activity.state !== "live") return;
        release();
        reject(error);
      }
    });
  });
}

/** A timer of an activity. */
export function timer(activity: Activity, ms: number, run: () => void): () => void {
  let isOver = false;
  const scope = scopes.getStore();
  const release = beginWaiting(activity);
  const cancel = activity.world.schedule.after(ms, () => {
    if (isOver || activity.state === "dead") return;
    isOver = true;
    release();
    scopes.run(scope ?? { activity }, run);
  });
  return () => {
    if (isOver) return;
    isOver = true;
    cancel();
    release();
  };
}
