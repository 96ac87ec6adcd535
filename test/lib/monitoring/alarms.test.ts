import { expect, test } from "vitest";
import { type Alarm, isRaised, type Series } from "../../support/stack/alarms.ts";
import { prodWithModel, templateOf } from "../../support/stack/synthesize.ts";

const alarms: Alarm[] = Object.entries(templateOf(prodWithModel()).findResources("AWS::CloudWatch::Alarm"))
  .filter(([id]) => id.startsWith("Monitoring"))
  .map(([, { Properties }]) => Properties);
const named = (name: string) =>
  alarms.filter(({ AlarmName }) => AlarmName.replace("Image staging prod: ", "").startsWith(name));

/** A sample in each minute from one on, for so many minutes. */
const each =
  (value: number, { from = 30, minutes = 1 } = {}): Series[string] =>
  (minute) =>
    minute >= from && minute < from + minutes ? [value] : [];
const always = (value: number): Series[string] => each(value, { from: 0, minutes: 480 });
/** A sample now and one five hours later. */
const twice =
  (value: number): Series[string] =>
  (minute) =>
    minute === 30 || minute === 330 ? [value] : [];
/** A hundred requests a minute, of which some are answered by a server error. */
const requests =
  (errors: number, minutes: number): Series[string] =>
  (minute) =>
    Array.from({ length: 100 }, (_, nth) => (nth < errors && minute >= 30 && minute < 30 + minutes ? 1 : 0));
/** A hundred samples a minute, of which some are of another value. */
const mixed =
  (common: number, rare: number, count: number, minutes: number): Series[string] =>
  (minute) =>
    Array.from({ length: 100 }, (_, nth) =>
      nth < count && minute >= 30 && minute < 30 + minutes ? rare : common,
    );

/** For each alarm what happens to a service that must wake somebody, and what is near to it and must not. */
const situations: Record<string, { raises: Series[]; leaves: Series[] }> = {
  "Errors of ": {
    raises: [{ "5XXError": requests(6, 10) }],
    leaves: [{ "5XXError": requests(4, 60) }, { "5XXError": requests(100, 5) }],
  },
  "Jobs failed by us": {
    raises: [{ "JobFailed internal_error": each(1) }],
    leaves: [{ "JobFailed inference_failed": always(1) }],
  },
  "Jobs failed by the model": {
    raises: [{ "JobFailed inference_failed": each(1, { minutes: 5 }) }],
    leaves: [{ "JobFailed inference_failed": each(1, { minutes: 4 }) }],
  },
  "Jobs that the model did not answer": {
    raises: [{ "JobFailed inference_timeout": each(1, { minutes: 5 }) }],
    leaves: [{ "JobFailed inference_timeout": each(1, { minutes: 4 }) }],
  },
  "Model failing": {
    raises: [
      { refused: twice(1) },
      { refused: each(1), unanswered: each(1, { from: 330 }) },
      { refused: twice(2), succeeded: twice(2) },
      { unanswered: twice(2), succeeded: twice(9), cached: twice(8) },
    ],
    leaves: [
      { refused: each(100) },
      { refused: each(1), unanswered: each(1, { from: 420 }) },
      { refused: twice(2), succeeded: twice(3) },
      { succeeded: always(5) },
    ],
  },
  "Jobs without an approved output": {
    raises: [{ rejected: twice(1) }, { rejected: twice(2), succeeded: twice(2) }],
    leaves: [
      { rejected: each(1) },
      { rejected: twice(2), succeeded: twice(3) },
      { "JobFailed declined": always(5) },
    ],
  },
  "Time in queue": {
    raises: [{ TimeInQueue: mixed(2, 150, 11, 15) }],
    leaves: [{ TimeInQueue: mixed(2, 150, 9, 60) }, { TimeInQueue: mixed(2, 150, 100, 1) }],
  },
  "Stuck jobs": { raises: [{ JobStuck: each(1) }], leaves: [{ JobStuck: always(0) }] },
  "Executions failed": {
    raises: [
      ...["generations", "lateGenerations", "ingests", "lateIngests", "deliveries"],
      ...["inferences0", "inferences1", "inferences2"],
    ].map((id) => ({
      [id]: each(1),
    })),
    leaves: [{ generations: always(0) }],
  },
  "Webhooks failing": {
    raises: [
      { failed: each(6, { minutes: 120 }), delivered: always(4) },
      { failed: each(3) },
      { failed: each(1, { minutes: 3 }), delivered: each(1, { minutes: 3 }) },
    ],
    leaves: [
      { failed: each(4, { minutes: 60 }), delivered: always(6) },
      { failed: each(2) },
      { failed: each(3), delivered: each(1, { minutes: 4 }) },
    ],
  },
  "Cost of a job": {
    raises: [
      { jobs: always(10), reads: always(300), writes: always(50_000) },
      { jobs: always(10), reads: always(200_000), writes: always(300) },
      ...["ingest", "approve"].map((task) => ({
        ...{ jobs: always(10), reads: always(300), writes: always(300) },
        [task]: always(1_000_000),
      })),
    ],
    leaves: [
      {
        ...{ jobs: always(10), ingest: always(20_000), approve: always(40_000) },
        ...{ reads: always(300), writes: always(300) },
      },
    ],
  },
  "Downloads from public pages": {
    raises: [{ BytesDownloaded: each(1e9, { minutes: 10 }) }],
    leaves: [{ BytesDownloaded: each(1e9, { minutes: 9 }) }],
  },
  "Dead letters": {
    raises: [{ NumberOfMessagesSent: each(1) }],
    leaves: [{ NumberOfMessagesSent: always(0) }, { ApproximateNumberOfMessagesVisible: always(5) }],
  },
  "Answers lost": {
    raises: [{ AsyncEventsDropped: each(1) }],
    leaves: [{ AsyncEventsDropped: always(0) }],
  },
  "Throttled functions": {
    raises: [{ all: each(2, { minutes: 10 }) }],
    leaves: [
      { all: each(1, { minutes: 60 }) },
      { all: each(100, { minutes: 5 }) },
      { all: each(100, { minutes: 60 }), model0: each(99, { minutes: 60 }) },
    ],
  },
  "Throttled executions": {
    raises: [{ starts: each(2, { minutes: 10 }) }, { transitions: each(2, { minutes: 10 }) }],
    leaves: [{ starts: each(1, { minutes: 60 }) }],
  },
  "Transaction conflicts": {
    raises: [{ TransactionConflict: each(60, { minutes: 15 }) }],
    leaves: [{ TransactionConflict: each(59, { minutes: 60 }) }],
  },
  "Requests of the public check": {
    raises: [{ files: each(50, { minutes: 120 }) }, { page: each(300, { minutes: 10 }) }],
    leaves: [{ files: each(49, { minutes: 120 }) }],
  },
  "Open executions": {
    raises: [{ OpenExecutionCount: each(100_000) }],
    leaves: [{ OpenExecutionCount: always(99_999) }],
  },
  "Throttled table": {
    raises: ["tableReads", "tableWrites", "indexReads", "indexWrites"].map((id) => ({
      [id]: each(2, { minutes: 10 }),
    })),
    leaves: [{ tableReads: each(1, { minutes: 60 }) }, { tableWrites: each(100, { minutes: 5 }) }],
  },
  "Sweeper silent": {
    raises: [{ runs: each(1, { from: 0, minutes: 30 }) }, {}],
    leaves: [{ runs: always(1) }, { runs: (minute) => (minute >= 30 && minute < 35 ? [] : [1]) }],
  },
  "Sweeper failing": {
    raises: [{ errors: each(1, { minutes: 15 }) }, { items: each(1, { minutes: 15 }) }],
    leaves: [{ errors: each(1, { minutes: 10 }) }],
  },
  "Model backlog": {
    raises: [{ ApproximateBacklogSize: each(100, { minutes: 15 }) }],
    leaves: [{ ApproximateBacklogSize: always(99) }, { ApproximateBacklogSize: each(500, { minutes: 10 }) }],
  },
  // A start from zero takes up to 9 minutes; after 27 the requests expire, and with them the backlog.
  "Model without capacity": {
    raises: [{ HasBacklogWithoutCapacity: each(1, { minutes: 14 }) }],
    leaves: [{ HasBacklogWithoutCapacity: each(1, { minutes: 9 }) }],
  },
};

/** Milliseconds from which a route is too slow for one request in a hundred. */
const slowest: [route: string, milliseconds: number][] = [
  ["GET /api/v1/generations/{job_id}", 1500],
  ["POST /api/v1/generations", 4000],
  ["GET /api/v1/billing/statements/{period_start}", 20_000],
];
for (const [route, milliseconds] of slowest)
  situations[`Latency of ${route}`] = {
    raises: [{ Latency: mixed(50, milliseconds, 2, 15) }],
    leaves: [
      { Latency: mixed(50, milliseconds - 1, 2, 60) },
      { Latency: mixed(50, milliseconds, 1, 60) },
      { Latency: mixed(50, milliseconds, 100, 10) },
    ],
  };

test.each(Object.entries(situations))(
  "%s wakes somebody if it must, and not for less",
  (name, { raises, leaves }) => {
    const found = named(name);
    expect(found).not.toHaveLength(0);
    for (const alarm of found) {
      for (const series of raises) expect(isRaised(alarm, series, 480), alarm.AlarmName).toBe(true);
      for (const series of leaves) expect(isRaised(alarm, series, 480), alarm.AlarmName).toBe(false);
    }
  },
);

test("no other alarm exists than those that are tried", () => {
  const tried = Object.keys(situations);
  const others = alarms.filter(
    ({ AlarmName }) =>
      !tried.some((name) => AlarmName.includes(`: ${name}`)) && !AlarmName.includes(": Latency of "),
  );
  expect(others.map(({ AlarmName }) => AlarmName)).toEqual([]);
});

test("metrics that are silent raise no alarm but the sweeper's", () => {
  const raised = alarms.filter((alarm) => isRaised(alarm, {}, 180));
  expect(raised.map(({ AlarmName }) => AlarmName)).toEqual(["Image staging prod: Sweeper silent"]);
});
