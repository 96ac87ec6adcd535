import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Assignment, type Task, Work } from "./work.ts";

/** Does all tasks of a stage before it answers; `report` hears which part of them is done, from 0 to 1. */
interface Crew {
  run(tasks: readonly Task[], report: (done: number) => void): Promise<void>;
  dismiss(): Promise<void>;
}

/** Does tasks on as many threads; on this one if it is one. */
export function crewOf(assignment: Assignment, threads: number): Crew {
  if (threads > 1) return new Threads(assignment, threads);
  const work = new Work(assignment);
  return {
    run: async (tasks, report) => {
      for (const [nth, task] of tasks.entries()) {
        work.do(task);
        report((nth + 1) / tasks.length);
      }
    },
    dismiss: async () => {},
  };
}

class Threads implements Crew {
  readonly #workers: readonly Worker[];

  constructor(assignment: Assignment, count: number) {
    const file = new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./thread.mjs", import.meta.url);
    this.#workers = Array.from({ length: count }, () => new Worker(file, { workerData: assignment }));
  }

  async run(tasks: readonly Task[], report: (done: number) => void): Promise<void> {
    const waiting = [...tasks];
    let done = 0;
    await Promise.all(
      this.#workers.map(async (worker) => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          worker.postMessage(task);
          await once(worker, "message");
          report(++done / tasks.length);
        }
      }),
    );
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
