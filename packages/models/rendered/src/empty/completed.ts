import { int32At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import type { Guide } from "./guides.ts";
import { targetsOf } from "./patch.ts";
import { growInto, type Matches, matchPatches } from "./patch-match.ts";
import { halvedTexture, type Texture } from "./texture.ts";
import { vote } from "./votes.ts";

/** A hole is first filled at the size at which it is so many cells deep, or a side of the texture or what is in sight gets too small. */
const [depth, shortest, fewest] = [3, 32, 150] as const;
/** How often patches are matched and vote at the smallest size, at those between, and at the largest, which costs most. */
const rounds = { first: 12, between: 4, last: 1 } as const;

/**
 * Where the cells of a hole are copied from, and how unlike what is in sight their patches are. Every patch that reaches into the hole looks like one in sight (Wexler et al., Space-time completion of
 * video, 2007), from coarse to fine. The same texture gives the same answer.
 */
export function completed(texture: Texture, guide: Guide): Matches {
  return complete({ ...texture, values: texture.values.slice() }, guide, 0);
}

/** Writes the hole's values, and says where they come from. */
function complete(texture: Texture, guide: Guide, level: number): Matches {
  const { columns, rows, hole, source } = texture;
  const size = { width: columns, height: rows };
  const targets = targetsOf(texture);
  const matches: Matches = {
    from: new Int32Array(hole.length).fill(-1),
    cost: new Float32Array(hole.length).fill(Number.POSITIVE_INFINITY),
  };
  const toEdge = distancesTo(
    hole.map((is) => 1 - is),
    size,
  );
  const deepest = hole.reduce((most, is, i) => (is ? Math.max(most, toEdge.at(i)) : most), 0);
  const small = halvedTexture(texture);
  const isFirst =
    deepest <= depth ||
    Math.min(columns, rows) < shortest ||
    small.source.reduce((sum, is) => sum + is, 0) < fewest;
  if (isFirst) {
    const away = distancesTo(source, size);
    const order = Int32Array.from(hole.keys())
      .filter((i) => hole[i])
      .sort((a, b) => away.at(a) - away.at(b) || a - b);
    growInto(texture, order, matches, guide);
  } else {
    enlargeInto(matches, texture, targets, complete(small, guide.halved(), level + 1));
    vote(texture, targets, matches);
  }
  const times = isFirst ? rounds.first : level === 0 ? rounds.last : rounds.between;
  for (let round = 0; round < times; round++) {
    matchPatches(texture, targets, matches, guide, 7919 * level + round);
    vote(texture, targets, matches);
  }
  return matches;
}

/** Takes over what a texture of half the size is copied from. */
function enlargeInto(
  matches: Matches,
  { columns, rows, source }: Texture,
  targets: Int32Array,
  small: Matches,
): void {
  const half = Math.ceil(columns / 2);
  for (const target of targets) {
    const [x, z] = [target % columns, Math.floor(target / columns)];
    const own = int32At(small.from, (z >> 1) * half + (x >> 1));
    if (own < 0) continue;
    const u = 2 * ((own >> 1) % half) + (own & 1 ? 1 - (x & 1) : x & 1);
    const v = 2 * Math.floor((own >> 1) / half) + (z & 1);
    if (u >= columns || v >= rows || !source[v * columns + u]) continue;
    [matches.from[target], matches.cost[target]] = [2 * (v * columns + u) + (own & 1), 1];
  }
}
