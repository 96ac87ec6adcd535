import { randomOf } from "./simulation/random.ts";

/** What goes wrong at the nth passage of a site. */
export type Fault = { key: string; kind: string };

/** How often a site and a kind were reached, over all histories. */
export type Coverage = { visits: Map<string, number>; faults: Map<string, number> };
export const newCoverage = (): Coverage => ({ visits: new Map(), faults: new Map() });

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

export type ChooseFault = <Kind extends string>(
  site: string,
  kinds: readonly Kind[],
  share?: number,
) => Kind | null;

/**
 * Chooses what goes wrong in a history, by its seed: rarely everywhere, often at a few sites that the seed picks, and not
 * after `until`. With `only`, exactly those faults.
 */
export function planFaults(
  seed: string,
  {
    only,
    sites,
    coverage,
    now,
    until,
  }: {
    only: Fault[] | null;
    sites: readonly string[];
    coverage: Coverage;
    now: () => number;
    until: number;
  },
) {
  const random = randomOf(`${seed} faults`);
  const passages = new Map<string, number>();
  const wanted = only && new Map(only.map(({ key, kind }) => [key, kind]));
  const usual = random.pick([0, 0.01, 0.02, 0.04, 0.08]);
  const focus = new Set([random.pick(sites), random.pick(sites), random.pick(sites), random.pick(sites)]);
  const injected: Fault[] = [];
  let lastAt = 0;

  const choose: ChooseFault = <Kind extends string>(site: string, kinds: readonly Kind[], share?: number) => {
    const passage = (passages.get(site) ?? 0) + 1;
    passages.set(site, passage);
    count(coverage.visits, site);
    const key = `${site}#${passage}`;
    const rate = share ?? (focus.has(site) ? 0.25 : usual);
    const drawn = random.chance(rate) ? random.pick(kinds) : null;
    const isOver = share === undefined && now() > until;
    const kind = wanted ? (kinds.find((one) => one === wanted.get(key)) ?? null) : isOver ? null : drawn;
    if (kind === null) return null;
    injected.push({ key, kind });
    count(coverage.faults, `${site} ${kind}`);
    if (share === undefined) lastAt = now();
    return kind;
  };
  return { choose, injected, lastAt: () => lastAt };
}
