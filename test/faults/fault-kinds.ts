/** What can go wrong with one call of AWS. */
export const faultKinds = {
  refused: "failed before, at every attempt",
  throttled: "throttled, at every attempt",
  lost: "done, and no attempt gets an answer",
  repeated: "done, answer lost, done again by the SDK's next attempt",
  late: "no answer in time, done after the SDK's next attempt",
  crash_before: "the function is killed before it",
  crash_after: "the function is killed after it",
  crash_late: "the function is killed, and it is done seconds later",
  conflict: "another transaction holds an item, once",
  contended: "other transactions hold an item, for longer than the code tries",
  stale: "the index answers as it was before",
  partial: "a part of a batch is left undone",
  over_quota: "more executions are open than the account may have",
} as const;

export type FaultKind = keyof typeof faultKinds;

const always: FaultKind[] = [
  "refused",
  "throttled",
  "lost",
  "repeated",
  "late",
  "crash_before",
  "crash_after",
  "crash_late",
];
const conflicting = new Set(["TransactWrite", "TransactGet", "Put", "Update"]);
const partial = new Set(["BatchGet", "PutEvents"]);

/** The faults that a site can have. Only the sweeper's list is read without consistency. */
export function faultsAt(site: string): FaultKind[] {
  const [, , operation = ""] = site.split(" ");
  return [
    ...always,
    ...(conflicting.has(operation) ? (["conflict", "contended"] as const) : []),
    ...(site.endsWith("listDueKeys Query") ? (["stale"] as const) : []),
    ...(operation === "StartExecution" ? (["over_quota"] as const) : []),
    ...(partial.has(operation) ? (["partial"] as const) : []),
  ];
}
