import * as v from "valibot";

const Value = v.pipe(v.string(), v.minLength(1));

/** A setting of this function from its environment; throws an Error naming it if the stack did not set it. */
export function env(name: string): string {
  const value = v.safeParse(Value, process.env[name]);
  if (!value.success) throw new Error(`The environment variable ${name} is not set.`);
  return value.output;
}

/** Whether plain-HTTP and loopback source and webhook URLs are allowed: the local host sets it, no template does. */
export const networkRules = () => ({ allowLocal: process.env.ALLOW_LOCAL_NETWORK === "true" });
