import { parentPort, workerData } from "node:worker_threads";
import { type Assignment, type Task, Work } from "./work.ts";

const work = new Work(workerData as Assignment);
parentPort?.on("message", (task: Task) => {
  work.do(task);
  parentPort?.postMessage("done");
});
