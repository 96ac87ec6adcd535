import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Assignment, type Task, Work } from "./work.ts";

/** Does all tasks of a stage before it answers. */
interface Crew {
  run(tasks: readonly Task[]): Promise<void>;
  dismiss(): Promise<void>;
}

/** Does tasks on as many threads; on this one if it is one. */
export function crewOf(assignment: Assignment, threads: number): Crew {
  if (threads > 1) return new Threads(assignment, threads);
  const work = new Work(assignment);
  return {
    run: async (tasks) => {
      for (const task of tasks) work.do(task);
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

  async run(tasks: readonly Task[]): Promise<void> {
    const waiting = [...tasks];
    await Promise.all(
      this.#workers.map(async (worker) => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          worker.postMessage(task);
          await once(worker, "message");
        }
      }),
    );
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
