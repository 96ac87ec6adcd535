/** True when an event fits. Made once from a rule's pattern. */
export type Matcher = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Compiles an EventBridge pattern: nested objects whose leaves are lists of literals or of the matchers below.
 * Throws for a matcher that the local host does not know, so that no rule silently matches nothing.
 */
export function compilePattern(pattern: unknown): Matcher {
  if (Array.isArray(pattern)) {
    const matchers = pattern.map(compileLeaf);
    return (value) =>
      matchers.some((matches) => (Array.isArray(value) ? value.some(matches) : matches(value)));
  }
  if (!isObject(pattern))
    throw new Error(`an event pattern must be an object or a list: ${JSON.stringify(pattern)}`);
  const fields = Object.entries(pattern).map(([key, inner]) => [key, compilePattern(inner)] as const);
  return (value) => fields.every(([key, matches]) => matches(isObject(value) ? value[key] : undefined));
}

function compileLeaf(leaf: unknown): Matcher {
  if (!isObject(leaf)) return (value) => value === leaf;
  const [name = "", operand] = Object.entries(leaf)[0] ?? [];
  if (name === "exists") return (value) => (value !== undefined) === operand;
  if (name === "anything-but") {
    const excluded = [operand].flat();
    return (value) => value !== undefined && !excluded.includes(value);
  }
  if (typeof operand === "string" && name === "prefix")
    return (value) => typeof value === "string" && value.startsWith(operand);
  if (typeof operand === "string" && name === "suffix")
    return (value) => typeof value === "string" && value.endsWith(operand);
  throw new Error(`the local host does not know the event matcher ${JSON.stringify(leaf)}`);
}
