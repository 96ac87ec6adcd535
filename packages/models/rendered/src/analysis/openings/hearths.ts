import type { Found } from "./bright-openings.ts";

/** Between a fireplace's opening and a pillar at its side: metres at most. */
const beside = 0.5;
/** A pillar is so wide at most: what is wider is a fireplace, and the door next to it a door. */
const pillar = 0.6;

/** The openings of a wall, in which a "door" with pillars of a mantelpiece at its sides is what it is: the fireplace. */
export function withHearths(found: readonly Found[]): Found[] {
  const door = found.find((one) => one.kind === "door" && pillarsOf(one, found).length > 0);
  if (!door) return [...found];
  const parts = [door, ...pillarsOf(door, found)];
  const hearth: Found = {
    ...{ kind: "fireplace", bottom: 0, top: Math.max(...parts.slice(1).map(({ top }) => top)) },
    ...{ from: Math.min(...parts.map(({ from }) => from)), to: Math.max(...parts.map(({ to }) => to)) },
  };
  return withHearths([...found.filter((one) => !parts.includes(one)), hearth]);
}

/** What a wall has at both sides of a door, as high as a mantelpiece: nobody builds a door so close to a fire. */
const pillarsOf = ({ from, to }: Found, found: readonly Found[]): Found[] =>
  found.filter(
    (one) =>
      one.kind === "fireplace" &&
      one.to - one.from < pillar &&
      Math.abs((one.from + one.to - from - to) / 2) < (one.to - one.from + to - from) / 2 + beside,
  );
