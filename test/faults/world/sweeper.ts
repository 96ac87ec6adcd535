import type { ChooseFault } from "../faults.ts";
import type { ActivityWorld } from "../simulation/activity.ts";
import { invoke } from "./functions.ts";
import { deliveryFaults } from "./pipeline.ts";
import type { TableWatch } from "./table-watch.ts";

type Parts = {
  world: ActivityWorld & { clockError: () => number };
  choose: ChooseFault;
  watch: TableWatch;
  /** Whether an operator has stopped its schedule, and whether no partner does anything any more. */
  isStopped: () => boolean;
  isOver: () => boolean;
  /** When the history ends: a billing period that closes later is left open. */
  until: number;
};

const minute = 60_000;

/**
 * Runs the sweeper by its schedule, every minute. A minute in which it would find nothing is left out, and when nothing is
 * left to sweep it stops.
 */
export function startSweeper({ world, choose, watch, isStopped, isOver, until }: Parts): void {
  const { schedule, random } = world;
  const tick = async (): Promise<void> => {
    const { due, isWorkLeft } = await watch.nextSweep();
    const now = schedule.now();
    if (due !== null && due <= now + minute / 2 && !isStopped()) sweep();
    const isDone = due === null || (due > until && !isWorkLeft);
    const isIdle = isDone && isOver() && schedule.isEmpty();
    if (isIdle) return;
    const next = due !== null && schedule.isEmpty() ? Math.max(now, due) : now;
    schedule.at(Math.floor(next / minute + 1) * minute, tick);
  };
  const sweep = (): void => {
    const fault = choose("schedule Sweep", deliveryFaults.schedule);
    if (fault === "skipped") return;
    const times = fault === "twice_at_once" ? 2 : 1;
    for (let run = 0; run < times; run++)
      schedule.after(random.next() * 40, () => {
        invoke(world, "Sweep", {}).catch(() => {});
      });
  };
  schedule.after(minute, tick);
}
