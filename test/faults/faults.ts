import { randomOf } from "./simulation/random.ts";

/** What goes wrong at the nth passage of a site. */
export type Fault = { key: string; kind: string };

/** A kind of fault that a site has in this share of its passages, besides those that it has anyway. */
export type Raised = { site: string; kind: string; share: number };

/** How often a site and a kind were reached, over all histories. */
export type Coverage = { visits: Map<string, number>; faults: Map<string, number> };
export const newCoverage = (): Coverage => ({ visits: new Map(), faults: new Map() });

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

export type ChooseFault = <Kind extends string>(
  site: string,
  kinds: readonly Kind[],
  share?: number,
) => Kind | null;

/** Sites that few histories pass: often something goes wrong when one does. */
const seldomPassed = [
  ...["listAdjustments Query", "findCharge Get", "rememberReached Update", "rememberAnnounced Update"],
  ...["findPlanBefore Query", "findProgress Get", "keepProgress Put", "storeStatement TransactWrite"],
  ...["failOverdueGeneration StartExecution", "failTask SendTaskFailure", "invokeModel StartExecution"],
  ...["findAwaitedIngest Get", "findWork Get", "scheduleNextSweep Update"],
  ...["findDisclosure Get", "listGenerations BatchGet"],
];
const isSeldom = (site: string): boolean => seldomPassed.some((name) => site.endsWith(` ${name}`));

/** What seldom happens between the functions, but often in a history that picks it. */
const seldomBetween = [
  ...["run generation", "run source-ingest", "schedule Sweep"],
  ...["deliver CompleteInference", "deliver webhook-delivery"],
];

/**
 * Chooses what goes wrong in a history, by its seed: rarely everywhere, often at seldom sites and at a few that the seed
 * picks, and not after `until`. With `only`, exactly those faults.
 */
export function planFaults(
  seed: string,
  {
    only,
    raised,
    sites,
    coverage,
    now,
    until,
  }: {
    only: Fault[] | null;
    raised: Raised | null;
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
  const picked = [1, 2, 3, 4].map(() => random.pick(sites));
  const rates = new Map([
    ...[...picked, random.pick(seldomBetween)].map((site) => [site, 0.25] as const),
    ...sites.filter(isSeldom).map((site) => [site, 0.4] as const),
  ]);
  const injected: Fault[] = [];
  const times: number[] = [];

  const choose: ChooseFault = <Kind extends string>(site: string, kinds: readonly Kind[], share?: number) => {
    const passage = (passages.get(site) ?? 0) + 1;
    passages.set(site, passage);
    count(coverage.visits, site);
    const key = `${site}#${passage}`;
    const rate = share ?? rates.get(site) ?? usual;
    const isRaised = raised?.site === site && random.chance(raised.share);
    const usually = random.chance(rate) ? random.pick(kinds) : null;
    const drawn = isRaised ? (kinds.find((one) => one === raised.kind) ?? null) : usually;
    const isOver = share === undefined && now() > until;
    const kind = wanted ? (kinds.find((one) => one === wanted.get(key)) ?? null) : isOver ? null : drawn;
    if (kind === null) return null;
    injected.push({ key, kind });
    count(coverage.faults, `${site} ${kind}`);
    if (share === undefined) times.push(now());
    return kind;
  };
  return { choose, injected, times, noteAccident: (): void => void times.push(now()) };
}
