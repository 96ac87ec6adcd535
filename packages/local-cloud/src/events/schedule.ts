const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Calls `run` at the rate of an EventBridge schedule such as `rate(5 minutes)`, beginning after the first interval.
 * Returns the function that ends the schedule. Throws for any other expression.
 */
export function startSchedule(expression: string, run: () => void): () => void {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count === undefined) throw new Error(`the local host does not know the schedule ${expression}`);
  const timer = setInterval(run, Number(count) * (unitMs[unit] ?? 0));
  return () => clearInterval(timer);
}
