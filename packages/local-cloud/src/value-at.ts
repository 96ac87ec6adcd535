/** The value at a plain JSONPath such as `$.detail.job_id`, or undefined where there is none. */
export function valueAt(root: unknown, path: string): unknown {
  const step = (value: unknown, key: string) =>
    typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  return path.split(".").slice(1).reduce(step, root);
}
