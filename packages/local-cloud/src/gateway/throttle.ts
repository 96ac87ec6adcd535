import * as v from "valibot";
import type { Stack } from "../template/stack.ts";
import type { Route } from "./routes.ts";

const MethodSetting = v.object({
  HttpMethod: v.optional(v.string(), "*"),
  ResourcePath: v.optional(v.string(), "/*"),
  ThrottlingRateLimit: v.optional(v.number()),
  ThrottlingBurstLimit: v.optional(v.number()),
});
const StageProperties = v.object({ MethodSettings: v.optional(v.array(MethodSetting), []) });

/** API Gateway's defaults for an account: requests per second, and requests at once. */
const accountLimits = { rate: 10_000, burst: 5000 };

/** A method of a resource as settings name it: the path after a slash, with its own slashes escaped as in a JSON pointer. */
const nameOf = ({ method, resourcePath }: Route) =>
  `${method} /${resourcePath.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/**
 * A token bucket for each method, with the limits that the template's stage gives it, or gives all its methods. The
 * function takes a token of a route's bucket and returns whether there was one.
 */
export function readThrottle(stack: Stack): (route: Route) => boolean {
  const settings = new Map(
    stack
      .resources("AWS::ApiGateway::Stage", StageProperties)
      .flatMap(({ properties }) => properties.MethodSettings)
      .map((setting) => [`${setting.HttpMethod} ${setting.ResourcePath}`, setting]),
  );
  const buckets = new Map<string, () => boolean>();
  return (route) => {
    const name = nameOf(route);
    const setting = settings.get(name) ?? settings.get("* /*");
    const take =
      buckets.get(name) ?? tokenBucket(setting?.ThrottlingRateLimit, setting?.ThrottlingBurstLimit);
    buckets.set(name, take);
    return take();
  };
}

function tokenBucket(rate = accountLimits.rate, burst = accountLimits.burst): () => boolean {
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
