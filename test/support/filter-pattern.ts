/** A part of a pattern: a comparison of a field, or several joined by && or ||. */
const comparison = /^\(?\s*\$\.([\w.]+)\s*=\s*"([^"]*)"\s*\)?$/;

/**
 * Whether a line matches a filter pattern of CloudWatch Logs for JSON: comparisons of fields with texts, in parentheses and joined
 * by `&&` and `||` (Amazon CloudWatch Logs User Guide, "Filter pattern syntax"). A line that is no JSON matches none.
 */
export function matchesPattern(pattern: string, line: string): boolean {
  const [, expression = ""] = /^\{ (.*) \}$/.exec(pattern) ?? [];
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return false;
  }
  return isTrue(expression.trim(), fields);
}

function isTrue(expression: string, fields: unknown): boolean {
  for (const [join, holds] of [
    ["||", "some"],
    ["&&", "every"],
  ] as const) {
    const parts = split(expression, join);
    if (parts.length > 1) return parts[holds]((part) => isTrue(part, fields));
  }
  const [, path, value] = comparison.exec(expression) ?? [];
  if (path !== undefined) return String(at(fields, path.split("."))) === value;
  const [, inner] = /^\((.*)\)$/.exec(expression) ?? [];
  if (inner === undefined) throw new Error(`The pattern is not known here: ${expression}`);
  return isTrue(inner.trim(), fields);
}

/** The parts of an expression at the top level, outside of parentheses. */
function split(expression: string, join: string): string[] {
  const parts: string[] = [];
  let [part, depth] = ["", 0];
  for (let index = 0; index < expression.length; index++) {
    const character = expression.charAt(index);
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth === 0 && expression.startsWith(join, index)) {
      parts.push(part.trim());
      part = "";
      index += join.length - 1;
    } else part += character;
  }
  return [...parts, part.trim()];
}

const at = (value: unknown, [field, ...rest]: string[]): unknown =>
  field === undefined
    ? value
    : typeof value === "object" && value !== null
      ? at(Object.entries(value).find(([name]) => name === field)?.[1], rest)
      : undefined;
