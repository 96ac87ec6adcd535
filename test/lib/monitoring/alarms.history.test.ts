import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { randomOf } from "@image-staging/picture/random";
import { afterAll, expect, test, vi } from "vitest";
import { callJson } from "../../../bin/admin/service/aws.ts";
import {
  type Answers,
  alarmTopic,
  approval,
  domain,
  rendered,
  renderer,
  resourceOf,
  sound,
  stackWith,
  startAccount,
  variablesOf,
  webAcl,
} from "../../support/account.ts";
import { startApi } from "../../support/api.ts";
import { matchesPattern } from "../../support/filter-pattern.ts";
import { type Alarm, ringsOf } from "../../support/stack/alarms.ts";
import { type Evidence, signingKey } from "../../support/stack/evidence.ts";
import { faultsOfJobs } from "../../support/stack/faults-of-jobs.ts";
import { faultsOfPlatform } from "../../support/stack/faults-of-platform.ts";
import { firstCommand, outputOf } from "../../support/stack/first-command.ts";
import { type Fault, historyOf } from "../../support/stack/metric-history.ts";
import { appOf, contextWith, prodWithModel, templateOf } from "../../support/stack/synthesize.ts";

/** Production on the rendered model, with all that an alarm can watch. */
const settings = {
  inference: { backend: "rendered" },
  contentCredentials: {
    certificates: "test/support/certificates.pem",
    key: signingKey,
  },
  domain: {
    name: "api.example.com",
    certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-1111-2222-333344445555",
  },
};
const template = templateOf(appOf(contextWith({ stage: "prod" }, { name: "prod", settings })));
/** And those of an endpoint, which it has none of. */
const alarms = new Map<string, Alarm & { AlarmDescription: string }>(
  [templateOf(prodWithModel()), template].flatMap((one) =>
    Object.entries(one.findResources("AWS::CloudWatch::Alarm"))
      .filter(([id]) => id.startsWith("Monitoring"))
      .map(([, { Properties }]) => [Properties.AlarmName.replace("Image staging prod: ", ""), Properties]),
  ),
);
const runbooks = readFileSync(new URL("../../../docs/runbooks.md", import.meta.url), "utf8");

const faults = [...faultsOfJobs, ...faultsOfPlatform];
const rates = [0.5, 4, 100, 1000];
const day = 24 * 60;
/** How many days of health are looked at, by the rate. */
const healthyDays = [30, 30, 10, 3];
const seeds = [1, 2, 3, 4, 5];

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

const table: string[] = [];
const signsUntil = new Date(
  new X509Certificate(readFileSync(settings.contentCredentials.certificates)).validTo,
);

const accessLog: string = Object.values(template.findResources("AWS::ApiGateway::Stage"))[0]?.Properties
  .AccessLogSetting.Format;
const api = await startApi();
const account = await startAccount();
for (const [name, value] of Object.entries(account.environment)) vi.stubEnv(name, value);
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([api.stop(), account.stop()]);
});

/** Log groups by the begin of their logical ids: those of state machines have the prefix of Step Functions. */
const logs = Array.from(new Set(faults.flatMap(([, , , , { log }]) => log ?? []))).map((id) =>
  resourceOf("Logs::LogGroup", id, /InferenceLogs$/.test(id) ? `/aws/vendedlogs/states/${id}` : id),
);

/** A stage on the rendered model, with a fault that has happened. */
async function accountWithFault({ log, lines, answers }: Evidence): Promise<Answers> {
  const Variables = {
    CREDENTIALS_CERTIFICATES: readFileSync(settings.contentCredentials.certificates, "utf8"),
    CREDENTIALS_KEY: signingKey,
  };
  account.answers = { ...sound, ...answers };
  const written = (await lines?.(api, accessLog)) ?? [];
  return {
    ...sound,
    ...rendered,
    ...stackWith(renderer, alarmTopic, webAcl, domain, ...logs),
    [approval]: variablesOf(Variables),
    "/2015-03-31/functions/renderer/configuration": { MemorySize: 3008 },
    "/2019-09-30/functions/renderer/concurrency": { ReservedConcurrentExecutions: 8 },
    "TrentService.DescribeKey": { KeyMetadata: { KeyState: "Enabled" } },
    "Logs_20140328.FilterLogEvents": (asked) => {
      const { logGroupName, filterPattern } = JSON.parse(asked);
      const shown = log !== undefined && logGroupName.endsWith(log) ? written : [];
      const events = shown
        .filter((line) => filterPattern === undefined || matchesPattern(filterPattern, line))
        .map((message) => ({ timestamp: 0, message }));
      return { events };
    },
    ...answers,
  };
}

const minutesAs = (minutes: number) => (Number.isFinite(minutes) ? String(minutes) : "–");

test.each(faults)(
  "%s rings in time, and its runbook shows it",
  async (what, fault, name, within, evidence) => {
    const minutes = rates.map((perHour, nth) => {
      const limit = within[nth] ?? 0;
      return Number.isFinite(limit) ? minutesToRing(name, fault, perHour, limit) : limit;
    });
    const falsely = falseRings.map((rings) => rings.get(name) ?? 0);
    const [, anchor = ""] = /#([\w-]+)$/.exec(alarmNamed(name).AlarmDescription) ?? [];
    const command = firstCommand(runbooks, anchor);
    account.answers = await accountWithFault(evidence);
    if (evidence.daysLeft !== undefined)
      vi.setSystemTime(signsUntil.getTime() - evidence.daysLeft * 86_400_000);
    const output = await outputOf(command, callJson).finally(() => vi.useRealTimers());
    const [shown = "nothing"] = evidence.prints.exec(output) ?? [];
    const row = [
      what,
      name,
      minutes.map(minutesAs).join(", "),
      Math.max(...falsely).toFixed(1),
      command,
      shown,
    ];
    table.push(`| ${row.join(" | ")} |`);
    for (const [nth, one] of minutes.entries())
      expect(one, `${rates[nth]} jobs an hour`).toBeLessThanOrEqual(within[nth] ?? 0);
    for (const [nth, one] of falsely.entries())
      expect(one, `${rates[nth]} jobs an hour`).toBeLessThanOrEqual(1);
    expect(output).toMatch(evidence.prints);
  },
);

test("every alarm but those of the other routes is among them", () => {
  const tried = new Set(faults.map(([, , name]) => name));
  const others = Array.from(alarms.keys()).filter((name) => !tried.has(name));
  expect(others.filter((name) => !/^(Errors|Latency) of /.test(name))).toEqual([]);
  if (process.env.ALARM_TABLE) console.log(["", ...table].join("\n"));
});
