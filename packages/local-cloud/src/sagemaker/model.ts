import type { Log } from "../log.ts";
import type { Container } from "./container.ts";

/** What answers the invocations of SageMaker endpoints, and where their ends are announced. */
export type Model = {
  container: (log: Log) => Container;
  /** The template's outputs that name the topics of notifications. */
  topicOutputs: { Completed: string; Failed: string };
};
