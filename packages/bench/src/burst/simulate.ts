import type { Random } from "@image-staging/picture/random";
import type { Patience } from "./machine.ts";

/** Jobs that come at once, each with a picture that takes so many seconds, to a model with so many free executions. */
export type Burst = { free: number; jobs: number; seconds: number };

export type Outcome = {
  failed: number;
  /** When the last picture was made, in seconds; 0 if none was. */
  lastSeconds: number;
  /** The most jobs that waited at once. */
  longestQueue: number;
  /** Retries, each of them a state transition. */
  retries: number;
  /** Seconds in which an execution worked, all together. */
  workedSeconds: number;
};

/** A job that is tried again at a time, after so many retries. */
type Try = { at: number; retries: number };

/**
 * A burst at a model that is a function. Each job is tried at once; if no execution is free, Lambda refuses it, and the state
 * machine tries it again after a pause.
 */
export function simulateBurst({ free, jobs, seconds }: Burst, patience: Patience, random: Random): Outcome {
  const waiting: Try[] = [];
  for (let nth = 0; nth < jobs; nth++) push(waiting, { at: 0, retries: 0 });
  // When each execution that works ends.
  let busy: number[] = [];
  const outcome = { failed: 0, lastSeconds: 0, longestQueue: 0, retries: 0, workedSeconds: 0 };
  for (let next = pop(waiting); next; next = pop(waiting)) {
    const { at, retries } = next;
    busy = busy.filter((end) => end > at);
    if (busy.length < free) {
      // A picture that is not made in time is made in vain.
      const end = at + seconds;
      busy.push(end);
      outcome.workedSeconds += seconds;
      if (end > patience.endSeconds) outcome.failed++;
      else outcome.lastSeconds = Math.max(outcome.lastSeconds, end);
      continue;
    }
    outcome.longestQueue = Math.max(outcome.longestQueue, waiting.length + 1);
    const pause = pauseOf(patience, retries, random);
    if (retries === patience.MaxAttempts || at + pause > patience.endSeconds) outcome.failed++;
    else {
      outcome.retries++;
      push(waiting, { at: at + pause, retries: retries + 1 });
    }
  }
  return outcome;
}

/** The pause before a retry (Amazon States Language, "Retrying after an error"). */
function pauseOf(
  { IntervalSeconds, BackoffRate, MaxDelaySeconds, JitterStrategy }: Patience,
  retries: number,
  random: Random,
): number {
  const pause = Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** retries);
  return JitterStrategy === "FULL" ? pause * random() : pause;
}

/** A heap with the earliest try on top. */
function push(heap: Try[], one: Try): void {
  let index = heap.push(one) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || above.at <= one.at) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = one;
}

function pop(heap: Try[]): Try | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
    const isRight = right !== undefined && left !== undefined && right.at < left.at;
    const child = isRight ? right : left;
    if (child === undefined || child.at >= last.at) break;
    heap[index] = child;
    index = 2 * index + (isRight ? 2 : 1);
  }
  heap[index] = last;
  return first;
}
