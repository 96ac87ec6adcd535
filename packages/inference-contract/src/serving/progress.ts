import type { Listener } from "./invocation.ts";

/** How far a model is with a job, from 0 to 1, or undefined for a request of no job: the key of a picture names it. */
export function progressOf(
  ...[
    {
      candidates: [first],
    },
    stage,
    done,
  ]: Parameters<Listener>
) {
  const job_id = first && /\bjob_\w+/.exec(first.picture.url)?.[0];
  return job_id === undefined ? undefined : { job_id, stage, done };
}
