import type { Log } from "../log.ts";
import type { Container } from "./container.ts";

/** What answers the invocations of SageMaker endpoints, and the topics that announce their ends. */
export type Model = {
  container: (log: Log) => Container;
  /** The template's outputs that name the topics of notifications. */
  topicOutputs: { Completed: string; Failed: string };
};
