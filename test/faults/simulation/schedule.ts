type Entry = { at: number; order: number; run: () => unknown };

/** What is running until the next event: `settle` waits for it. */
export type Settle = () => Promise<void>;
export type Schedule = ReturnType<typeof startSchedule>;

/**
 * Simulated time. Nothing happens but events, one after the other, each at its time; between two of them, everything that
 * the first set off runs until it waits again.
 */
export function startSchedule(start: number, settle: Settle) {
  let now = start;
  let order = 0;
  const queue: Entry[] = [];

  const at = (time: number, run: () => unknown): (() => void) => {
    const entry = { at: Math.max(time, now), order: order++, run };
    insert(queue, entry);
    return () => {
      const index = queue.indexOf(entry);
      if (index >= 0) queue.splice(index, 1);
    };
  };
  const after = (ms: number, run: () => unknown) => at(now + ms, run);
  return {
    now: () => now,
    isEmpty: () => queue.length === 0,
    at,
    after,
    sleep: (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve)),
    sleepUntil: (time: number): Promise<void> => new Promise((resolve) => at(time, resolve)),
    /** Does something of the simulation's own at this moment: nothing else happens until it is done. */
    hold: <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => at(now, () => work().then(resolve, reject))),
    /** Runs until nothing is due any more; throws after so many events, as something then never ends. */
    run: async (mostEvents: number): Promise<number> => {
      await settle();
      for (let events = 0; ; events++) {
        const entry = queue.shift();
        if (!entry) return events;
        if (events > mostEvents) throw new Error(`The history does not end: ${mostEvents} events are over.`);
        now = entry.at;
        await entry.run();
        await settle();
      }
    },
  };
}

/** Keeps the queue sorted by time; what is due at the same time keeps its order. */
function insert(queue: Entry[], entry: Entry): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = queue[middle] as Entry;
    if (other.at < entry.at || (other.at === entry.at && other.order < entry.order)) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, entry);
}
