/** What a check saw instead of what must hold. */
class Unmet extends Error {}

export function must(holds: boolean, seen: string): void {
  if (!holds) throw new Unmet(seen);
}

/** Runs a check and prints its verdict. Returns what the check found, or null if it did not hold. */
type Check = <Found>(says: string, run: () => Promise<Found>) => Promise<Found | null>;

/** Counts verdicts. A check that fails does not keep the later ones from running. */
export function verdicts(print: (line: string) => void) {
  let passed = 0;
  let failed = 0;
  const check: Check = async (says, run) => {
    const started = performance.now();
    try {
      const found = await run();
      passed++;
      print(`  ✓ ${says} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      return found;
    } catch (error) {
      failed++;
      const seen = error instanceof Unmet ? error.message : `it threw ${error}`;
      print(`  ✗ ${says}: ${seen}`);
      return null;
    }
  };
  return {
    check,
    /** Says what was not tried, and counts it as failed: an open question stays open. */
    leaveOut: (says: string, why: string) => {
      failed++;
      print(`  – ${says}: not tried, ${why}`);
    },
    counts: () => ({ passed, failed }),
  };
}
export type Verdicts = ReturnType<typeof verdicts>;

/** Asks until there is an answer other than null. Throws an Unmet after so many seconds. */
export async function eventually<Found>(
  seconds: number,
  ask: () => Promise<Found | null>,
  missing: string,
): Promise<Found> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    const found = await ask();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Unmet(`${missing} within ${seconds} seconds`);
}
