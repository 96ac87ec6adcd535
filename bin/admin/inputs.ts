import * as v from "valibot";
import { defaultLimits, type LimitName, LimitOverrides } from "../../lambdas/domain/organization/limits.ts";
import { isDay } from "../../lambdas/domain/times.ts";
import { isUri, uriOf } from "../../lambdas/domain/uri.ts";

/** What the operator must change, in one sentence. The program ends with code 2 and has changed nothing. */
export class InputError extends Error {}

/** What operators type, and what it must look like. Messages complete a sentence that starts with the option's name. */

export const OfOrganization = v.object({ organization: v.string() });
export const OfJob = v.object({ ...OfOrganization.entries, job: v.string() });

export const OfEvent = v.object({ ...OfOrganization.entries, event: v.string() });

/** The same argument in the help of every command. */
export const jobArgument = ["<job>", "the job's id, such as job_01J9ZK3V7Q"] as const;

const decimals = /^[+-]?\d{1,9}(\.\d{1,6})?$/;

/** US dollars as integer micro-USD, read digit by digit: no binary fraction comes between. */
export const MicroUsd = v.pipe(
  v.string(),
  v.regex(decimals, "must be US dollars with at most 6 decimals, such as 0.25"),
  v.transform((text) => {
    const [dollars = "0", fraction = ""] = text.replace(/^[+-]/, "").split(".");
    const amount = Number(dollars) * 1_000_000 + Number(fraction.padEnd(6, "0"));
    return text.startsWith("-") ? -amount : amount;
  }),
);

export const Price = v.pipe(MicroUsd, v.minValue(0, "must not be negative"));

const timePattern = /^(\d{4}-\d\d-\d\d)(T(?:[01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** ISO 8601: a date, which is its start in UTC, or a time that names its zone. Never the operator's own zone. */
export const Time = v.pipe(
  v.string(),
  v.check(
    isDateOrTime,
    "must be a date (its start in UTC) or a time with its zone, such as 2026-03-01, 2026-03-01T09:30Z or " +
      "2026-03-01T10:30+01:00",
  ),
  v.transform((text) => new Date(text)),
);

function isDateOrTime(text: string): boolean {
  const [, date] = timePattern.exec(text) ?? [];
  return date !== undefined && isDay(date) && !Number.isNaN(Date.parse(text));
}

export const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

export const YesNo = v.pipe(
  v.picklist(["yes", "no"], "must be yes or no"),
  v.transform((answer) => answer === "yes"),
);

export const WebhookUrl = v.pipe(
  v.string(),
  v.url("must be a URL, such as https://example.com/webhooks"),
  v.startsWith("http", "must be an http(s) URL"),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed && !isUri(dataset.value))
      addIssue({ message: `must be a URI (RFC 3986): ${uriOf(new URL(dataset.value))}` });
  }),
);

const isLimitName = (name: string): name is LimitName => Object.hasOwn(defaultLimits, name);

/** `name=value`, repeated; `name=default` is undefined: the service's own limit again. */
export const LimitChanges = v.array(
  v.pipe(
    v.string(),
    v.regex(
      /^[a-z_]+=([1-9]\d{0,5}|default)$/,
      "must be a name and a number, such as create_generation_per_minute=120",
    ),
    v.transform((pair) => {
      const [name = "", value] = pair.split("=");
      return { name, value: value === "default" ? undefined : Number(value) };
    }),
    v.check(({ name }) => isLimitName(name), `must name one of ${Object.keys(defaultLimits).join(", ")}`),
  ),
);

/** The limits set for an organization or a key after the changes; those back at the service's own are left out. */
export function changedLimits(
  before: LimitOverrides,
  changes: v.InferOutput<typeof LimitChanges>,
): LimitOverrides {
  const changed = changes.map(({ name, value }) => [name, value] as const);
  const entries = Object.entries({ ...before, ...Object.fromEntries(changed) });
  return v.parse(LimitOverrides, Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}
