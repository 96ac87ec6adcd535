/** What the sweeper does with an unfinished item whose time to be looked at has come. */
export type SweepDecision = { action: "start" } | { action: "fail" } | { action: "leave" };

/**
 * Decides by age: past its deadline it is failed; before that it is started, which changes nothing where it runs already.
 * An ingest that belongs to a generation is started by that generation's own state machine.
 */
export function sweepDecision(
  item: { created_at: string; startedByAnother: boolean; deadlineMinutes: number },
  now: Date,
): SweepDecision {
  const deadline = Date.parse(item.created_at) + item.deadlineMinutes * 60_000;
  if (now.getTime() >= deadline) return { action: "fail" };
  return { action: item.startedByAnother ? "leave" : "start" };
}
