/** A place in a plan, in metres, and the turn about the vertical of what stands there. */
interface Stand {
  x: number;
  z: number;
  turn: number;
}

/** Metres between a sofa and its television, and the most of them that it stands aside of the sofa's middle. */
const [nearest, farthest, aside] = [1.8, 5.5, 0.35];
/** The cosine of the angle between what both face at most, opposite to one another. */
const opposed = -0.9;

/** Metres that a television stands aside of what a sofa faces; undefined if no one on it can watch it. */
export function asideOf(screen: Stand, sofa: Stand): number | undefined {
  const [right, ahead] = [Math.sin(sofa.turn), Math.cos(sofa.turn)];
  const [x, z] = [screen.x - sofa.x, screen.z - sofa.z];
  const away = x * right + z * ahead;
  const off = Math.abs(x * ahead - z * right);
  if (away < nearest || away > farthest || off > aside * away) return undefined;
  return Math.cos(screen.turn - sofa.turn) < opposed ? off : undefined;
}
