/** Names and values of the condition "the item may still enter this status", built from the states before it. */
export function enterFrom<Status extends string>(before: readonly Status[], status: Status) {
  const from = before.map((state, index) => [`:from${index}`, state] as const);
  return {
    condition: `#status IN (${from.map(([name]) => name).join(", ")})`,
    names: { "#status": "status" },
    values: { ":status": status, ...Object.fromEntries(from) },
  };
}
