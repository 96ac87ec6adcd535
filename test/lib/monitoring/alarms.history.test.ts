import { readFileSync } from "node:fs";
import { randomOf } from "@image-staging/picture/random";
import { expect, test } from "vitest";
import { type Alarm, ringsOf } from "../../support/stack/alarms.ts";
import { type Fault, historyOf } from "../../support/stack/metric-history.ts";
import { appOf, contextWith, templateOf } from "../../support/stack/synthesize.ts";

/** Production on the rendered model, with all that an alarm can watch. */
const settings = {
  inference: { backend: "rendered" },
  contentCredentials: {
    certificates: "test/support/certificates.pem",
    key: "arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-1111-2222-333344445555",
  },
  domain: {
    name: "api.example.com",
    certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-1111-2222-333344445555",
  },
};
const alarms = new Map<string, Alarm & { AlarmDescription: string }>(
  Object.entries(
    templateOf(appOf(contextWith({ stage: "prod" }, { name: "prod", settings }))).findResources(
      "AWS::CloudWatch::Alarm",
    ),
  )
    .filter(([id]) => id.startsWith("Monitoring"))
    .map(([, { Properties }]) => [Properties.AlarmName.replace("Image staging prod: ", ""), Properties]),
);
const runbooks = readFileSync(new URL("../../../docs/runbooks.md", import.meta.url), "utf8");

/** What breaks, the alarm that must ring, and within how many minutes at 0.5, 4, 100 and 1,000 jobs an hour (median). */
const faults: [fault: string, what: Fault, alarm: string, within: [number, number, number, number]][] = [
  ["a task of ours fails", { failsWith: "internal_error" }, "Jobs failed by us", [240, 40, 10, 10]],
  ["KMS refuses to sign", { failsWith: "internal_error" }, "Jobs failed by us", [240, 40, 10, 10]],
  ["the model fails", { failsWith: "inference_failed" }, "Model failing", [1440, 120, 120, 120]],
  ["the model is down", { failsWith: "inference_timeout" }, "Model failing", [1440, 120, 120, 120]],
  [
    "the model draws badly",
    { failsWith: "no_approved_output" },
    "Jobs without an approved output",
    [1440, 120, 120, 120],
  ],
  ["receivers are down", { receiversAreDown: true }, "Webhooks failing", [360, 120, 70, 70]],
  ["starts are throttled", { queueSeconds: 200 }, "Time in queue", [300, 60, 20, 20]],
  [
    "too few executions of the model",
    { pictureSeconds: 900 },
    "Queue of the rendered model",
    [300, 60, 20, 20],
  ],
  [
    "an inference's execution fails",
    { ofEachJob: { inferences0: 1 } },
    "Executions failed",
    [240, 40, 10, 10],
  ],
  ["Step Functions' quota", { eachMinute: { starts: 5 } }, "Throttled executions", [15, 15, 15, 15]],
  ["the index is throttled", { eachMinute: { indexWrites: 5 } }, "Throttled table", [15, 15, 15, 15]],
  ["Lambda's quota", { eachMinute: { all: 5 } }, "Throttled functions", [15, 15, 15, 15]],
  [
    "counters collide",
    { eachMinute: { TransactionConflict: 100 } },
    "Transaction conflicts",
    [20, 20, 20, 20],
  ],
  ["a dead letter", { once: { NumberOfMessagesSent: 1 } }, "Dead letters", [5, 5, 5, 5]],
  ["an answer is dropped", { once: { AsyncEventsDropped: 1 } }, "Answers lost", [5, 5, 5, 5]],
  ["an attack on /verify", { eachMinute: { files: 300 } }, "Requests of the public check", [60, 60, 60, 60]],
  [
    "an attack on pictures",
    { eachMinute: { BytesDownloaded: 1e9 } },
    "Downloads from public pages",
    [60, 60, 60, 60],
  ],
  [
    "a certificate ends",
    { ofEachJob: { CertificateEnding: 1 } },
    "Certificate of credentials",
    [2880, 1440, 1440, 1440],
  ],
  ["ACM cannot renew", { eachMinute: { days: 25 } }, "Certificate of the domain", [1440, 1440, 1440, 1440]],
  ["the sweeper stops", { sweeperIsSilent: true }, "Sweeper silent", [15, 15, 15, 15]],
  ["a job is stuck", { once: { JobStuck: 1 } }, "Stuck jobs", [5, 5, 5, 5]],
];

const rates = [0.5, 4, 100, 1000];
const day = 24 * 60;
/** How many days of health are looked at, by the rate. */
const healthyDays = [30, 30, 10, 3];
const seeds = [1, 2, 3];

const alarmNamed = (name: string) => {
  const found = alarms.get(name);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
};

/** Minutes until an alarm rings, the median of some histories; Infinity if it is silent for longer than it may be. */
function minutesToRing(name: string, fault: Fault, perHour: number, within: number): number {
  const found = seeds.map((seed) => {
    const random = randomOf(seed);
    const from = 60 + Math.floor(random() * 60);
    const minutes = from + within + 60;
    const rings = ringsOf(alarmNamed(name), historyOf({ perHour, minutes, random }, fault, from), minutes);
    return (rings.find((ring) => ring > from) ?? Number.POSITIVE_INFINITY) - from;
  });
  return found.toSorted((a, b) => a - b)[seeds.length >> 1] ?? Number.POSITIVE_INFINITY;
}

/** How often each alarm rings in a month of health, at each rate. */
const falseRings = rates.map((perHour, nth) => {
  const days = healthyDays[nth] ?? 30;
  const series = historyOf({ perHour, minutes: days * day, random: randomOf(42 + nth) });
  return new Map(
    faults.map(([, , name]) => [name, (ringsOf(alarmNamed(name), series, days * day).length * 30) / days]),
  );
});

/** The first command of an alarm's runbook. */
function firstCommand(name: string): string {
  const [, anchor = ""] = /#([\w-]+)$/.exec(alarmNamed(name).AlarmDescription) ?? [];
  const heading = anchor.replaceAll("-", " ");
  const section =
    runbooks.split(/^### /m).find((part) => part.toLowerCase().startsWith(`${heading}\n`)) ?? "";
  return /`((?:admin|aws) [^`]+)`|^((?:admin|aws) .+)$/m.exec(section)?.slice(1).find(Boolean) ?? "";
}

const table: string[] = [];

test.each(faults)("%s rings in time", (what, fault, name, within) => {
  const minutes = rates.map((perHour, nth) => minutesToRing(name, fault, perHour, within[nth] ?? 0));
  const falsely = falseRings.map((rings) => rings.get(name) ?? 0);
  const command = firstCommand(name);
  table.push(`| ${[what, name, minutes.join(", "), Math.max(...falsely).toFixed(1), command].join(" | ")} |`);
  for (const [nth, one] of minutes.entries())
    expect(one, `${rates[nth]} jobs an hour`).toBeLessThanOrEqual(within[nth] ?? 0);
  for (const [nth, one] of falsely.entries())
    expect(one, `${rates[nth]} jobs an hour`).toBeLessThanOrEqual(1);
  expect(command, name).not.toBe("");
});

test("every alarm but those of routes is among them", () => {
  const tried = new Set(faults.map(([, , name]) => name));
  const others = Array.from(alarms.keys()).filter(
    (name) => !tried.has(name) && !/^(Errors|Latency) of /.test(name),
  );
  expect(others.sort()).toEqual([
    "Cost of a job",
    "Jobs failed by the model",
    "Jobs that the model did not answer",
    "Open executions",
    "Sweeper failing",
  ]);
  if (process.env.ALARM_TABLE) console.log(["", ...table].join("\n"));
});
