import type { DriftFinding } from "service/lambdas/approval/drift.ts";
import { classes, type DriftCandidate } from "./candidates.ts";

/** Of some candidates, how many were refused for certain, and how many were refused or suspected. */
export interface Share {
  all: number;
  certain: number;
  either: number;
}

/** Counts findings by class and severity. */
export class Tally {
  private readonly shares = new Map<string, Share>();

  add({ drift, severity }: Pick<DriftCandidate, "drift" | "severity">, finding: DriftFinding): void {
    const share = this.of(drift, severity);
    share.all++;
    if (finding.certain) share.certain++;
    if (finding.certain || finding.suspected) share.either++;
  }

  of(drift: string, severity: number): Share {
    const key = `${drift} ${severity}`;
    const share = this.shares.get(key) ?? { all: 0, certain: 0, either: 0 };
    this.shares.set(key, share);
    return share;
  }

  /** Rows of the table: class, severity, how many, and the shares in % with 95 % intervals. */
  rows(): string[][] {
    const row = (name: string, amount: string, { all, certain, either }: Share) => [
      ...[name, amount, String(all)],
      ...[certain, either].map((count) => percentOf(count, all)),
    ];
    const drifts = Object.entries(classes).flatMap(([drift, severities]) =>
      severities.map((amount, severity) => row(drift, String(amount), this.of(drift, severity))),
    );
    return [row("honest", "", this.of("honest", -1)), ...drifts];
  }
}

const percentOf = (count: number, all: number): string => {
  if (all === 0) return "–";
  const [low, high] = wilson(count, all);
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(count / all)} (${percent(low)} to ${percent(high)})`;
};

const z = 1.96;

/** Wilson's 95 % interval of a share. */
export function wilson(count: number, all: number): readonly [number, number] {
  const share = count / all;
  const scale = 1 + z ** 2 / all;
  const middle = (share + z ** 2 / (2 * all)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
