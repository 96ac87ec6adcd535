import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** The limits of the usage summary's `rate_limits` (contract, usage.*), with this service's defaults. */
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

/** What requests count against: the counter's own name, and the limit per minute that bounds it. */
export type RateCounter = { name: string; limit: LimitName };

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
