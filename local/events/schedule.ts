const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Calls `run` at the times of an EventBridge schedule, `rate(5 minutes)` or `cron(0 3 * * ? *)` in UTC with
 * numbers, lists, ranges and steps. Returns the function that ends it. Throws for any other expression.
 */
export function startSchedule(expression: string, run: () => void): () => void {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const timer = setInterval(run, Number(rate[1]) * (unitMs[rate[2] ?? ""] ?? 0));
    return () => clearInterval(timer);
  }
  const isDue = compileCron(expression);
  let timer: NodeJS.Timeout;
  const waitForMinute = () => {
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000));
  };
  const tick = () => {
    if (isDue(new Date())) run();
    waitForMinute();
  };
  waitForMinute();
  return () => clearTimeout(timer);
}

function compileCron(expression: string): (time: Date) => boolean {
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/) ?? [];
  if (fields.length !== 6) throw new Error(`the local host does not know the schedule ${expression}`);
  const [minute, hour, day, month, weekday, year] = fields.map(compileField);
  return (time) =>
    minute?.(time.getUTCMinutes()) === true &&
    hour?.(time.getUTCHours()) === true &&
    day?.(time.getUTCDate()) === true &&
    month?.(time.getUTCMonth() + 1) === true &&
    weekday?.(time.getUTCDay() + 1) === true &&
    year?.(time.getUTCFullYear()) === true;
}

function compileField(field: string): (value: number) => boolean {
  const parts = field.split(",").map((part) => {
    const match = /^(?:\*|\?|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (match === null) throw new Error(`the local host does not know ${part} in a cron schedule`);
    const [, first, last, step] = match;
    const from = Number(first ?? 0);
    const until =
      last === undefined && first !== undefined && step === undefined ? from : Number(last ?? Infinity);
    return (value: number) => value >= from && value <= until && (value - from) % Number(step ?? 1) === 0;
  });
  return (value) => parts.some((fits) => fits(value));
}
