import { execFileSync } from "node:child_process";

/** Resident memory in MB of a process and all its descendants, by `ps`. */
export function residentMb(pid: number): number {
  const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([id = 0, parent = 0, kilobytes = 0]) => ({ id, parent, kilobytes }));
  const tree = new Set([pid]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { id, parent } of rows) if (tree.has(parent)) tree.add(id);
  }
  const kilobytes = rows.filter(({ id }) => tree.has(id)).reduce((sum, row) => sum + row.kilobytes, 0);
  return Math.round(kilobytes / 1024);
}
