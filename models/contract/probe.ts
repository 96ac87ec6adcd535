import type { Container } from "./exchange.ts";
import type { Picture, Task } from "./tasks.ts";

/** A point of the contract that needs requests of its own. `run` gives what is wrong, or nothing. */
export type Probe = {
  id: string;
  title: string;
  run: (container: Container, task: Task, source: Picture) => Promise<string | undefined>;
};
