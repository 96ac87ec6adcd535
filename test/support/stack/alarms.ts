/** What an alarm of the template is made of (AWS::CloudWatch::Alarm). */
export type Alarm = {
  AlarmName: string;
  Threshold: number;
  EvaluationPeriods: number;
  DatapointsToAlarm?: number;
  TreatMissingData?: "breaching" | "notBreaching" | "ignore" | "missing";
  ComparisonOperator: string;
  MetricName?: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Statistic?: string;
  ExtendedStatistic?: string;
  Period?: number;
  Metrics?: Query[];
};

type Metric = { MetricName?: string; Dimensions?: { Name: string; Value: unknown }[] };
type Query = {
  Id: string;
  Expression?: string;
  Period?: number;
  ReturnData?: boolean;
  MetricStat?: { Period: number; Stat: string; Metric: Metric };
};

/**
 * The samples of each metric, by the minute. A metric is named as in CloudWatch, with its `code` if it has one
 * (`JobFailed internal_error`); in metric math by its id there.
 */
export type Series = Record<string, (minute: number) => number[]>;

const nameOf = ({ MetricName, Dimensions = [] }: Metric): string =>
  [MetricName, ...Dimensions.filter(({ Name }) => Name === "code").map(({ Value }) => Value)].join(" ");

/** CloudWatch's statistic of a period's samples; of none there is none. */
function statisticOf(samples: number[], statistic: string): number | undefined {
  if (samples.length === 0) return undefined;
  const sum = samples.reduce((total, sample) => total + sample, 0);
  if (statistic === "Sum") return sum;
  if (statistic === "Average") return sum / samples.length;
  if (statistic === "Maximum") return Math.max(...samples);
  if (statistic === "Minimum") return Math.min(...samples);
  const [, percentile] = /^p(\d+)$/.exec(statistic) ?? [];
  if (percentile === undefined) throw new Error(`The statistic ${statistic} is not known here.`);
  return samples.toSorted((a, b) => a - b)[Math.ceil((samples.length * Number(percentile)) / 100) - 1];
}

const evaluators = new Map<string, ReturnType<typeof Function>>();

/** A function of metric math, made once: a month has thousands of periods. */
function evaluatorOf(expression: string, ids: string[]) {
  const known = evaluators.get(expression) ?? new Function("FILL", "IF", ...ids, `return ${expression};`);
  evaluators.set(expression, known);
  return known;
}

/** What an alarm watches in the period that begins at a minute. */
function valueAt(alarm: Alarm, series: Series, from: number, period: number): number | undefined {
  const measured = (name: string, statistic: string) => {
    const minutes = Array.from({ length: period / 60 }, (_, nth) => from + nth);
    return statisticOf(minutes.flatMap(series[name] ?? (() => [])), statistic);
  };
  if (!alarm.Metrics) return measured(nameOf(alarm), alarm.Statistic ?? alarm.ExtendedStatistic ?? "");
  const [returned] = alarm.Metrics.filter(({ ReturnData }) => ReturnData !== false);
  if (returned?.MetricStat) return measured(nameOf(returned.MetricStat.Metric), returned.MetricStat.Stat);
  const expression = returned?.Expression ?? "";
  const [, selected] = /^SELECT MAX\((\w+)\)/.exec(expression) ?? [];
  if (selected) return measured(selected, "Maximum");
  const queries = alarm.Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, MetricStat }] : []));
  const values = queries.map(({ Id, MetricStat }) => measured(Id, MetricStat.Stat));
  const filled = expression.match(/FILL\((\w+)/g)?.map((call) => call.slice("FILL(".length)) ?? [];
  // Metric math gives no value for a period in which a metric has none, unless it is filled.
  if (queries.some(({ Id }, nth) => values[nth] === undefined && !filled.includes(Id))) return undefined;
  const value = evaluatorOf(
    expression,
    queries.map(({ Id }) => Id),
  )(
    (known: number | undefined, other: number) => known ?? other,
    (is: boolean, then: number, otherwise: number) => (is ? then : otherwise),
    ...values,
  );
  return Number.isFinite(value) ? value : undefined;
}

const periodOf = ({ Period, Metrics = [] }: Alarm): number =>
  Period ?? Math.max(...Metrics.map((query) => query.MetricStat?.Period ?? query.Period ?? 0));

/**
 * When an alarm of the template is raised within some minutes of a series: evaluated as CloudWatch does, at the end of each
 * period over the last EvaluationPeriods of them (Amazon CloudWatch User Guide, "Evaluating an alarm").
 */
export function ringsOf(alarm: Alarm, series: Series, minutes: number): number[] {
  const { Threshold, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, TreatMissingData } = alarm;
  if (alarm.ComparisonOperator !== "GreaterThanOrEqualToThreshold")
    throw new Error(`${alarm.AlarmName} compares by ${alarm.ComparisonOperator}, which is not known here.`);
  const period = periodOf(alarm);
  const breaches = Array.from({ length: Math.floor((minutes * 60) / period) }, (_, nth) => {
    const value = valueAt(alarm, series, (nth * period) / 60, period);
    return value === undefined ? TreatMissingData === "breaching" : value >= Threshold;
  });
  const isRaisedAt = (end: number) =>
    breaches.slice(Math.max(0, end + 1 - EvaluationPeriods), end + 1).filter(Boolean).length >=
    DatapointsToAlarm;
  return breaches.flatMap((_, end) =>
    isRaisedAt(end) && !(end > 0 && isRaisedAt(end - 1)) ? [((end + 1) * period) / 60] : [],
  );
}

/** Whether an alarm is raised at all. */
export const isRaised = (alarm: Alarm, series: Series, minutes: number): boolean =>
  ringsOf(alarm, series, minutes).length > 0;
