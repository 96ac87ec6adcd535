/** True when an event fits. Made once from a rule's pattern. */
type Matcher = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Compiles an EventBridge pattern: nested objects that end in lists of literals. Throws for any other matcher,
 * so that no rule silently matches nothing.
 */
export function compilePattern(pattern: unknown): Matcher {
  if (Array.isArray(pattern)) {
    const matcher = pattern.find(isObject);
    if (matcher) throw new Error(`the local host does not know the event matcher ${JSON.stringify(matcher)}`);
    return (value) => [value].flat().some((item) => pattern.includes(item));
  }
  if (!isObject(pattern))
    throw new Error(`an event pattern must be an object or a list: ${JSON.stringify(pattern)}`);
  const fields = Object.entries(pattern).map(([key, inner]) => [key, compilePattern(inner)] as const);
  return (value) => fields.every(([key, matches]) => matches(isObject(value) ? value[key] : undefined));
}

/** The value at a plain JSONPath such as `$.detail.job_id`, or undefined if there is none. */
export function valueAt(root: unknown, path: string): unknown {
  const step = (value: unknown, key: string) =>
    typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  return path.split(".").slice(1).reduce(step, root);
}
