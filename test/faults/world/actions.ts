import { type Random, randomOf } from "../simulation/random.ts";
import { pageShare } from "./bodies.ts";

/** What partners and the operator do, each at its time after the start. `a` to `c` are drawn for its choices. */
export type Action = {
  id: number;
  at: number;
  organization: number;
  kind: ActionKind;
  a: number;
  b: number;
  c: number;
};

const kinds = {
  create: 0,
  regenerate: 0,
  ingest: 4,
  cancel: 4,
  replay: 5,
  conflict: 1,
  read: 6,
  trespass: 2,
  plan: 2,
  cap: 1,
  key: 1,
  secret: 2,
  webhook: 3,
  listing: 2,
  issue: 1,
  adjust: 2,
  revoke: 2,
  close: 0,
  erase: 0,
  restore: 0,
} as const;
type ActionKind = keyof typeof kinds;

const weighted = Object.entries(kinds).flatMap(([kind, weight]) =>
  Array<ActionKind>(weight).fill(kind as ActionKind),
);

const minutes = 60_000;
/** How long partners call and things go wrong: past what is kept for 24 hours, and a webhook's attempts of three days. */
export const historyMs = 80 * 60 * minutes;

/** When an action happens: most in bursts, so that they meet, many at one moment, some at any time. */
function timeOf(random: Random, burst: number): number {
  const where = random.next();
  if (where < 0.35) return burst + random.next() * 80;
  if (where < 0.65) return burst + random.next() * 20_000;
  return random.next() * (where < 0.8 ? 90 * minutes : historyMs);
}

/**
 * A history's actions: so many jobs, about twice as many other things around them, and two hours after the month that may
 * have ended meanwhile, its statement, which two ask for at once and a third a little later. In some histories an organization is
 * erased, or loses a part of its past, which is restored.
 */
export function planActions(seed: string, jobs: number, organizations: number): Action[] {
  const random = randomOf(`${seed} actions`);
  const bursts = [
    1000,
    30_000 + random.next() * 2 * minutes,
    random.next() * 60 * minutes,
    random.next() * historyMs,
  ];
  const crowding = random.pick([0, 0, 0.5, 0.9]);
  // Some histories ask for one configuration again and again: what the cache answers, with the page of the first.
  const range = random.chance(0.15) ? pageShare : 1;
  const closing = (186 + random.next() * 15) * minutes;
  const one = (kind: ActionKind): Omit<Action, "id"> => ({
    at: Math.round(timeOf(random, random.pick(bursts))),
    organization: random.chance(crowding) ? 0 : random.below(organizations),
    kind,
    a: random.next() * (kind === "create" ? range : 1),
    b: random.next(),
    c: random.next(),
  });
  const planned = [
    ...Array.from({ length: organizations }, (_, organization) => ({
      ...one("ingest"),
      at: 0,
      organization,
    })),
    ...Array.from({ length: jobs }, () => one(random.chance(0.25) ? "regenerate" : "create")),
    ...Array.from({ length: jobs * 2 }, () => one(random.pick(weighted))),
    ...Array.from({ length: organizations * 3 }, (_, index) => ({
      ...one("close"),
      at: Math.round(closing + Math.floor(index / organizations / 2) * 5 * minutes + random.next() * 40),
      organization: index % organizations,
    })),
  ];
  for (const kind of ["erase", "restore"] as const)
    if (random.chance(kind === "erase" ? 0.25 : 0.5))
      planned.push({ ...one(kind), at: Math.round((10 + random.next() * 60) * 60 * minutes) });
  // Most losses happen while jobs are under way.
  const creates = planned.filter(({ kind }) => kind === "create");
  for (const loss of planned.filter(({ kind }) => kind === "restore"))
    if (random.chance(0.7)) {
      const { at, organization } = random.pick(creates.length > 0 ? creates : planned);
      Object.assign(loss, { at, organization });
    }
  return planned.sort((x, y) => x.at - y.at).map((action, id) => ({ id, ...action }));
}
