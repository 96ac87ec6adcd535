import { type FaultKind, faultKinds, faultsAt } from "./fault-kinds.ts";
import type { Coverage } from "./faults.ts";
import { callSites } from "./sites.ts";

/** Prints which fault every call site has had, how often, and which were not reached. */
export function printCoverage({ visits, faults }: Coverage): void {
  const kinds = Object.keys(faultKinds) as FaultKind[];
  console.log(`\nFaults by call site (a dash: it cannot have that one)\n`);
  console.log(`| Call site | passages | ${kinds.join(" | ")} |`);
  console.log(`|---|---|${kinds.map(() => "---").join("|")}|`);
  let [possible, reached] = [0, 0];
  for (const site of callSites) {
    const applicable = faultsAt(site);
    const counts = kinds.map((kind) =>
      applicable.includes(kind) ? (faults.get(`${site} ${kind}`) ?? 0) : null,
    );
    possible += applicable.length;
    reached += counts.filter((count) => count !== null && count > 0).length;
    console.log(
      `| ${site} | ${visits.get(site) ?? 0} | ${counts.map((count) => count ?? "–").join(" | ")} |`,
    );
  }
  const others = [...faults]
    .filter(([name]) => !callSites.some((site) => name.startsWith(`${site} `)))
    .sort();
  console.log("\nFaults between the functions, of the model, the receivers and the web\n");
  for (const [name, count] of others) console.log(`${name}: ${count}`);
  const visited = callSites.filter((site) => visits.has(site)).length;
  console.log(
    `\n${visited} of ${callSites.length} call sites passed; ${reached} of ${possible} pairs of site and fault reached.`,
  );
}
