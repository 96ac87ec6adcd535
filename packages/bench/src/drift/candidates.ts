import {
  afterMove,
  cameraMoves,
  changed,
  changes,
  furnished,
  graded,
  type KnownRoom,
  type StagedPicture,
  visibleShare,
} from "@image-staging/rendered/drift";
import { raw, type StagedRoom } from "./rooms.ts";

type Picture = KnownRoom["picture"];

/** Every class of drift with its severities, the worst first. */
export const classes: Readonly<Record<string, readonly number[]>> = { ...cameraMoves, ...changes };

/** A candidate of a room: honest, or with one thing drifted. */
export interface DriftCandidate {
  drift: keyof typeof classes | "honest";
  /** 0 is the worst of five; -1 is honest. */
  severity: number;
  picture: Buffer;
}

/**
 * Drifts that change less of the picture than this count as hidden behind furniture, and are no candidates: nobody can see
 * them. What furniture hides is what the renderer says that it covers. Its colour cannot tell: a pale sofa is like its wall.
 */
const leastVisible = 0.004;
const gradesOfEach = 3;

/** Classes that every room shows, and the severities of which it shows each. */
const always: Readonly<Record<string, readonly number[]>> = {
  opening_removed: [0, 2],
  structure_removed: [0, 2],
  ceiling_beams: [],
};
const cameras = Object.keys(cameraMoves);
const others = Object.keys(changes).filter((name) => !Object.hasOwn(always, name));

/** The classes that a room shows: those of every room, one movement of the camera, and two others, the next room the next. */
function classesOf(seed: number): string[] {
  const turn = (names: readonly string[], by: number) => names[(seed + by) % names.length] ?? "";
  return [...Object.keys(always), turn(cameras, 0), turn(others, 0), turn(others, 3)];
}

/**
 * The candidates of a room, one after the other: each staging in three grades, and some classes of drift behind the furniture
 * of one staging. Of five severities, a room shows one, the next room the next. All are graded and encoded as models do.
 */
export async function* candidatesOf({ seed, room, stagings }: StagedRoom): AsyncGenerator<DriftCandidate> {
  for (const [nth, staged] of stagings.entries())
    for (let grade = 0; grade < gradesOfEach; grade++)
      yield { drift: "honest", severity: -1, picture: await encoded(staged, seed * 17 + nth * 5 + grade) };
  const staged = stagings[seed % stagings.length];
  if (!staged) return;
  for (const [at, drift] of classesOf(seed).entries()) {
    const severities = classes[drift] ?? [];
    const shown = new Set([...(always[drift] ?? []), (Math.floor(seed / 3) + at) % severities.length]);
    for (const severity of shown) {
      const picture = drifted({ seed, room, staged, drift, amount: severities[severity] ?? 0 });
      if (picture) yield { drift, severity, picture: await encoded(picture, seed * 3 + severity) };
    }
  }
}

function drifted({
  seed,
  room,
  staged,
  drift,
  amount,
}: {
  seed: number;
  room: KnownRoom;
  staged: StagedPicture;
  drift: string;
  amount: number;
}): Picture | undefined {
  const isMove = (name: string): name is keyof typeof cameraMoves => Object.hasOwn(cameraMoves, name);
  if (isMove(drift)) return afterMove(staged, drift, amount, seed % 2 === 0 ? 1 : -1);
  const other = changed(room, drift as keyof typeof changes, amount, seed);
  const picture = other && furnished(room.picture, staged, other);
  return picture && visibleShare(staged, picture) >= leastVisible ? picture : undefined;
}

const encoded = (picture: Picture, seed: number): Promise<Buffer> =>
  raw(graded(picture, seed))
    .jpeg({ quality: 70 + (seed % 26) })
    .toBuffer();
