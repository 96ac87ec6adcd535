import * as v from "valibot";
import type { Stack } from "../template/stack.ts";

const StageProperties = v.object({
  MethodSettings: v.optional(
    v.array(
      v.object({
        ThrottlingRateLimit: v.optional(v.number()),
        ThrottlingBurstLimit: v.optional(v.number()),
      }),
    ),
    [],
  ),
});

/** API Gateway's defaults for an account: requests per second, and requests at once. */
const accountLimits = { rate: 10_000, burst: 5000 };

/** The API's token bucket, with the limits of the template's stage. The function returns whether a request may pass. */
export function readThrottle(stack: Stack): () => boolean {
  const [settings] = stack
    .resources("AWS::ApiGateway::Stage", StageProperties)
    .flatMap(({ properties }) => properties.MethodSettings);
  const rate = settings?.ThrottlingRateLimit ?? accountLimits.rate;
  const burst = settings?.ThrottlingBurstLimit ?? accountLimits.burst;
  let tokens = burst;
  let filledAt = Date.now();
  return () => {
    const now = Date.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
