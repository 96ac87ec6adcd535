import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** The limits of SPEC "Usage summary", `rate_limits`, with this service's defaults. */
export const defaultLimits = {
  create_generation_per_minute: 60,
  regenerate_generation_per_minute: 30,
  get_generation_per_minute: 600,
  usage_summary_per_minute: 60,
  billing_events_per_minute: 60,
  source_url_fetch_per_minute: 60,
  max_concurrent_jobs: 50,
} as const;

export type LimitName = keyof typeof defaultLimits;
export type Limits = Record<LimitName, number>;

/** Limits that the operator set for an organization or a key, in place of the defaults. */
export const LimitOverrides = v.partial(
  v.strictObject({
    create_generation_per_minute: count,
    regenerate_generation_per_minute: count,
    get_generation_per_minute: count,
    usage_summary_per_minute: count,
    billing_events_per_minute: count,
    source_url_fetch_per_minute: count,
    max_concurrent_jobs: count,
  }),
);
export type LimitOverrides = v.InferOutput<typeof LimitOverrides>;

export const limitsInForce = (overrides: LimitOverrides): Limits =>
  v.parse(AllLimits, { ...defaultLimits, ...overrides });
const AllLimits = v.required(LimitOverrides);

export const failedAuthenticationsPerMinute = 30;

/** The counters of requests, each with the name of the limit per minute that bounds it. */
export const rateCounters = {
  create_source_asset: "create_generation_per_minute",
  create_upload: "create_generation_per_minute",
  get_source_asset: "get_generation_per_minute",
  create_generation: "create_generation_per_minute",
  regenerate_generation: "regenerate_generation_per_minute",
  cancel_generation: "create_generation_per_minute",
  get_generation: "get_generation_per_minute",
  list_generations: "get_generation_per_minute",
  usage_summary: "usage_summary_per_minute",
  billing_events: "billing_events_per_minute",
  billing_statement: "billing_events_per_minute",
  source_url_fetch: "source_url_fetch_per_minute",
} as const satisfies Record<string, LimitName>;
export type RateCounter = keyof typeof rateCounters;

/** The fixed one-minute window that contains `now`: its start and the whole seconds until it ends (1 to 60). */
export function rateWindow(now: Date): { start: string; secondsLeft: number } {
  const start = Math.floor(now.getTime() / 60_000) * 60_000;
  return {
    start: new Date(start).toISOString(),
    secondsLeft: Math.ceil((start + 60_000 - now.getTime()) / 1000),
  };
}

/**
 * The largest picture in a multipart body: in base64 it fits Lambda's 6 MB payload. Larger ones go by upload_id or
 * source_url.
 */
export const maxUploadBytes = 4 * 1024 * 1024;
