import type { Look } from "@image-staging/furniture/looks";
import { areAll } from "@image-staging/furniture/programs";
import type { RoomType, StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Picture } from "@image-staging/picture/picture";
import type { Placement } from "@image-staging/tracer/scene";
import type { Analysis } from "./analysis/analysis.ts";
import type { Place } from "./analysis/gate/gate.ts";
import { type Composed, compose, type Quality } from "./composite/compose.ts";
import { maskOfChanges } from "./composite/mask.ts";
import type { Declined } from "./declined.ts";
import { asItIs, readPhoto } from "./empty/read-photo.ts";
import { labelsOf } from "./labels/index.ts";
import { mayHaveRug } from "./labels/rugged.ts";
import { lampOf } from "./layout/lamp.ts";
import { layOut } from "./layout/lay-out.ts";
import { refusalOf } from "./layout/refusal.ts";
import { standingIn } from "./layout/sights.ts";
import { analysePanorama } from "./panorama/analyse.ts";
import { likelyRooms } from "./panorama/rooms.ts";
import { prepareRenovation } from "./renovate/index.ts";

/** What a picture is staged as. */
export interface StageRequest {
  /** `renovate` lays a new floor and paints the walls before it furnishes, `clean` only removes; `refurnish` if omitted. */
  mode?: "refurnish" | "renovate" | "clean";
  /** What is removed of a photo first: a byte a pixel, white where something may be removed. */
  mask?: Uint8Array;
  /** One or more room types that one space serves; none for a panorama, which is furnished by its room's size. */
  roomTypes?: readonly RoomType[];
  style: StylePreset;
  seed: number;
  /** What the picture shares with the others of its home; none if it belongs to none. */
  look?: Look | undefined;
  /** How many candidates: each has another layout. */
  candidates: number;
}

/** A staged picture, and how it came about, for those who look. */
export interface Candidate extends Composed {
  placements: readonly Placement[];
}

export interface Staged {
  analysis: Analysis;
  /** The picture that was furnished: without what a mask removed. */
  empty: Picture;
  candidates: readonly Candidate[];
}

/** A photo that is understood: `candidate` furnishes, renders and composites one candidate by its number, from 0. */
interface Prepared {
  analysis: Analysis;
  empty: Picture;
  candidate: (nth: number, quality: Quality) => Promise<Candidate | Declined>;
}

/** A photo whose camera, room and light are found; each furnishing of it starts from there. */
export interface Understood {
  analysis: Analysis;
  /** The picture that is furnished: without what a mask removed. */
  empty: Picture;
  furnish: (request: Pick<StageRequest, "roomTypes" | "style" | "seed" | "look">) => Prepared["candidate"];
}

/**
 * Finds camera, room and light of a photo, once for all candidates. Declines room types that are never furnished, whatever the
 * picture shows, and a room that it does not understand.
 */
export async function prepareStage(
  { mode, mask, ...request }: Omit<StageRequest, "candidates">,
  picture: Picture,
): Promise<Prepared | Declined> {
  const refusal = request.roomTypes && mode !== "clean" && refusalOf(request.roomTypes);
  if (refusal) return refusal;
  const understood = await understand(picture, request.roomTypes ? "photo" : "panorama360", {
    ...{ mode, mask },
    fitted: areAll("fitted", request.roomTypes ?? []),
    outdoors: areAll("outdoors", request.roomTypes ?? []),
  });
  if ("declined" in understood) return understood;
  const { analysis, empty } = understood;
  return { analysis, empty, candidate: understood.furnish(request) };
}

/** What a photo is read for: what is expected of the room, and what a mask says that goes. */
interface Reading extends Place {
  mode?: StageRequest["mode"] | undefined;
  mask?: Uint8Array | undefined;
}

/** The part of `prepareStage` that style and seed don't change, and of room types only what is true of all. */
export async function understand(
  source: Picture,
  kind: "photo" | "panorama360",
  { mode, mask, ...place }: Reading = {},
): Promise<Understood | Declined> {
  const seen =
    kind === "photo"
      ? readPhoto(source, await labelsOf(source), { mode: mode ?? "refurnish", mask, place })
      : asItIs(source, await analysePanorama(source));
  if ("declined" in seen) return seen;
  const { picture, analysis } = seen;
  const { camera, room } = analysis;
  const renovation =
    mode === "renovate" ? prepareRenovation(picture, analysis, mask !== undefined) : undefined;
  if (renovation && "declined" in renovation) return renovation;
  const lamp = analysis.labels && lampOf(analysis.labels, camera, room);
  const rugged = kind === "photo" && !mask && analysis.labels && mayHaveRug(analysis.labels);
  const standing = kind === "photo" && analysis.labels ? standingIn(analysis.labels) : [];
  const confidence = Math.min(analysis.confidence.camera, analysis.confidence.room);
  return {
    analysis,
    empty: picture,
    furnish: ({ roomTypes, style, seed, look }) => {
      const bareOf = (nth: number) =>
        renovation?.renovated(style, look?.seed ?? seed + nth) ?? { picture, light: analysis.light };
      const asked = { style, look, confidence, lamp, rugged, standing };
      const known = new Map<number, readonly Placement[] | Declined>();
      const layoutOf = (nth: number, bare: ReturnType<typeof bareOf>): readonly Placement[] | Declined => {
        const unlike = Array.from({ length: nth }, (_, before) => {
          const found = known.get(before) ?? layoutOf(before, bareOf(before));
          return "declined" in found ? [] : found.slice(0, 1);
        }).flat();
        const sun = bare.light.sun?.patches;
        const request = { ...asked, seed: seed + nth, photo: bare.picture, sun, unlike };
        const found = firstOf(roomTypes ? [roomTypes] : likelyRooms(room), (types) =>
          layOut(room, camera, { ...request, roomTypes: types }),
        );
        known.set(nth, found);
        return found;
      };
      return async (nth, quality) => {
        quality.report?.("layout", 0.3);
        if (mode === "clean")
          return { placements: [], data: picture.data, mask: maskOfChanges(source, picture.data) };
        const bare = bareOf(nth);
        const placements = layoutOf(nth, bare);
        if ("declined" in placements) return placements;
        const { data, mask } = await compose(
          bare.picture,
          { camera, room, light: bare.light, placements },
          quality,
        );
        return { placements, data, mask: bare.picture === source ? mask : maskOfChanges(source, data) };
      };
    },
  };
}

/** What the first room types allow that are not declined; why the first are if all are. */
function firstOf(
  choices: readonly (readonly RoomType[])[],
  furnish: (roomTypes: readonly RoomType[]) => readonly Placement[] | Declined,
): readonly Placement[] | Declined {
  const [first = [], ...others] = choices;
  const found = furnish(first);
  if (!("declined" in found)) return found;
  for (const other of others) {
    const instead = furnish(other);
    if (!("declined" in instead)) return instead;
  }
  return found;
}

/**
 * Stages a photo of an empty room: finds camera, room and light, furnishes the free floor, renders and composites. The
 * same picture and request give the same bytes, on any number of threads. Declines what it cannot do well, with a
 * reason that a partner can show.
 */
export async function stage(
  request: StageRequest,
  picture: Picture,
  quality: Quality,
): Promise<Staged | Declined> {
  const prepared = await prepareStage(request, picture);
  if ("declined" in prepared) return prepared;
  const candidates: Candidate[] = [];
  for (let nth = 0; nth < request.candidates; nth++) {
    const candidate = await prepared.candidate(nth, quality);
    if ("declined" in candidate) return candidate;
    candidates.push(candidate);
  }
  return { analysis: prepared.analysis, empty: prepared.empty, candidates };
}
