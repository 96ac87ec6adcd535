/**
 * Minimises a function of a few numbers by the method of Nelder and Mead, from `start` with first steps of `steps`.
 * Deterministic; ends after `rounds` steps.
 */
export function minimised(
  cost: (values: readonly number[]) => number,
  start: readonly number[],
  steps: readonly number[],
  rounds: number,
): { values: readonly number[]; cost: number } {
  const point = (values: readonly number[]) => ({ values, cost: cost(values) });
  const corners = [
    point(start),
    ...start.map((_, i) => point(start.map((v, j) => v + (i === j ? (steps[i] as number) : 0)))),
  ];
  const last = corners.length - 1;
  for (let round = 0; round < rounds; round++) {
    corners.sort((a, b) => a.cost - b.cost);
    const worst = corners[last] as (typeof corners)[number];
    const best = corners[0] as (typeof corners)[number];
    const middle = start.map(
      (_, i) => corners.slice(0, last).reduce((sum, c) => sum + (c.values[i] as number), 0) / last,
    );
    const along = (t: number) => point(middle.map((m, i) => m + t * ((worst.values[i] as number) - m)));
    const reflected = along(-1);
    if (reflected.cost < best.cost) {
      const further = along(-2);
      corners[last] = further.cost < reflected.cost ? further : reflected;
    } else if (reflected.cost < (corners[last - 1] as (typeof corners)[number]).cost)
      corners[last] = reflected;
    else {
      const nearer = reflected.cost < worst.cost ? along(-0.5) : along(0.5);
      if (nearer.cost < Math.min(worst.cost, reflected.cost)) corners[last] = nearer;
      else
        for (let i = 1; i <= last; i++)
          corners[i] = point(
            (corners[i] as typeof best).values.map((v, j) => (v + (best.values[j] as number)) / 2),
          );
    }
  }
  corners.sort((a, b) => a.cost - b.cost);
  return corners[0] as (typeof corners)[number];
}
