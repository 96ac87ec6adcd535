import type { Kind } from "@image-staging/furniture/catalogue";
import { reading } from "@image-staging/furniture/groups/living";
import { dressOf, type Look } from "@image-staging/furniture/looks";
import { presets } from "@image-staging/furniture/presets";
import {
  areAll,
  type Builder,
  lamp,
  leastBesideFittings,
  media,
  type Program,
  plant,
  programs,
} from "@image-staging/furniture/programs";
import type { RoomType, StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Picture } from "@image-staging/picture/picture";
import { randomOf } from "@image-staging/picture/random";
import type { Camera, Placement, Room } from "@image-staging/tracer/scene";
import { declinedAsSmall } from "../analysis/gate/gate.ts";
import type { Declined } from "../declined.ts";
import { assertRoom } from "./assert-room.ts";
import { isUnder, laid } from "./fit.ts";
import { Ground } from "./ground.ts";
import { hangingsOf } from "./hangings.ts";
import { interestOf, sunOf } from "./interest.ts";
import { picturesOf } from "./pictures.ts";
import type { Fit, Sight, Spot } from "./place.ts";
import { placed } from "./placed.ts";
import { nothingFits, refusalOf } from "./refusal.ts";
import { type Searched, type Stand, search } from "./search.ts";
import { facedBy, frontOf } from "./sides.ts";
import { hungOf, sightsOf, worths } from "./sights.ts";
import { otherLook, variantOf, variantOfSet } from "./variant.ts";
import { walkwaysOf } from "./walkways.ts";
import { Walls } from "./walls.ts";

export interface LayoutRequest {
  /** Room types of the contract, such as "Living Room"; several share the room as zones. */
  roomTypes: readonly RoomType[];
  style: StylePreset;
  /** Seeds that differ by one differ in the colour scheme, and often in the arrangement. */
  seed: number;
  /** What the room shares with the others of its home: their seeds then decide layouts alone. */
  look?: Look | undefined;
  /** How sure camera and room are, 0 to 1: below 0.4 only the main group is placed, and nothing hangs on walls. */
  confidence?: number;
  /** The photo, which shows if walls are plain behind what hangs or stands there. */
  photo?: Picture;
  /** How much sun each pixel of the picture gets on the floor, if any does. */
  sun?: Uint8Array | undefined;
  /** The floor below a lamp that hangs from the ceiling, where a dining table belongs. */
  lamp?: Spot | undefined;
  /** What stands in the room already, and whether a rug may lie there. */
  standing?: readonly Sight[] | undefined;
  rugged?: boolean | undefined;
  /** Where the main pieces of other candidates stand: this one's stands elsewhere, or wears other shapes of its style. */
  unlike?: readonly Stand[];
}

/** Confidence below which only the main group is placed. */
const sureEnough = 0.4;
/** In small rooms hardly anything fits in sight as a whole: this part of the picture's size can be cut off. */
const mostCropped = 0.2;

/** A place that scores less is worse than an empty one; a main group takes a poor one rather than none. */
const [worth, poor] = [0.55, 0.1];
/** What a place elsewhere must score: a worse one makes a worse picture than the same place again. */
const other = 1.1;
/** What is asked of a place if nothing else fits: a stager rather cuts a bed off than leaves a bedroom empty. */
const scarce = { crop: 0.28, least: -0.6 };

/** A photo's walls are found to some centimetres: walkways are this much wider than they must be. */
const spare = 0.1;
/** Square metres of free floor from which a room of two zones gets both. */
const leastZoned = 16;
/** Square metres of free floor below which nothing is placed. */
const leastFloor = 2.2;

/**
 * Furnishes a room: pieces on its free floor and walls, the nearest that these can stand, by the rules of people who stage
 * rooms. The same arguments give the same placements. Declines a room type without furniture and a room without space for its main piece.
 */
export function layOut(room: Room, camera: Camera, request: LayoutRequest): readonly Placement[] | Declined {
  assertRoom(room);
  const chosen = request.roomTypes.map((type) => programs[type]);
  const furnished = chosen.filter((program) => typeof program !== "string");
  const refusal = refusalOf(request.roomTypes);
  if (refusal) return refusal;
  const ground = new Ground(room, camera);
  if (ground.area < (areAll("fitted", request.roomTypes) ? leastBesideFittings : leastFloor))
    return declinedAsSmall;
  const scene = {
    room,
    camera,
    ground,
    hangs: (request.confidence ?? 1) >= sureEnough,
    walls: request.photo && new Walls(room, camera, request.photo),
    interest: request.photo && interestOf(request.photo, room.floorMask),
    sun: request.sun && !camera.projection ? sunOf(camera, request.sun) : undefined,
    ...{ lamp: request.lamp, rugged: request.rugged },
  };
  const walkable = walkwaysOf({ ...room, front: frontOf(room, camera) }, spare);
  const zones = ground.area < leastZoned ? furnished : furnished.flatMap(zonesOf);
  const { standing = [] } = request;
  const arranged = (sights: readonly Sight[]) =>
    arrange({ ...scene, walkable, taken: sightsOf(scene, sights) }, zones, request);
  const beside = arranged(standing);
  const { fits, look } = beside.fits.length > 0 || standing.length === 0 ? beside : arranged([]);
  if (fits.length === 0) return nothingFits;
  const places = fits.flatMap((found) => laid(found, room));
  const dress = { style: request.style, seed: request.seed, look };
  if (furnished.some(({ bare }) => bare)) return placed(places, dress);
  const whole = { ...scene, taken: [], crop: 0 };
  const dressed = [...places, ...hangingsOf(whole, presets[request.style], places)];
  const pictures = picturesOf(whole, dressed, request.seed);
  return placed([...dressed, ...pictures], dress);
}

const zonesOf = (program: Program): Program[] => [program, ...(program.second ? [program.second] : [])];

function arrange(
  scene: Omit<Searched, "crop" | "taken"> & { taken: Sight[] },
  furnished: readonly Program[],
  { style, seed, look, confidence = 1, unlike = [] }: LayoutRequest,
): { fits: Fit[]; look: Look | undefined } {
  const random = randomOf(seed * 31 + 7);
  const [mirrored, backwards, own] = [random() < 0.5, random() < 0.5, random()];
  const nth = unlike.length;
  const variant = look ? variantOfSet(look, nth) : variantOf(style, own, seed, nth);
  const careful = confidence < sureEnough;
  let worn = look;
  const settingOf = () => ({ preset: dressOf(style, seed, worn).preset, mirrored, careful, variant });
  let setting = settingOf();
  const fits: Fit[] = [];
  const add = (
    build: Builder,
    across: number,
    { corner = false, crop = 0, least = worth, apart = [] as readonly Stand[] },
  ): boolean => {
    const wall = build === media ? facedBy(fits[0]?.pose.wall, scene.camera) : undefined;
    const aim = {
      across,
      corner,
      wall,
      apart,
      worth: least,
      largest: corner ? 1 : Math.min(3, furnished.length),
    };
    const found = search({ ...scene, crop }, build, setting, aim, seed * 53 + fits.length);
    if (!found) return false;
    fits.push(found);
    const [main, ...others] = found.outlines;
    if (main) scene.taken.push({ outline: main, worth: worths.main });
    scene.taken.push(
      ...others.map((outline) => ({ outline, worth: worths.piece })),
      ...hungOf(found, scene.camera),
    );
    scene.ground.pieces.push(...found.places.filter(({ slot }) => !isUnder(slot)).map(({ rect }) => rect));
    scene.ground.rugs.push(...found.places.filter(({ slot }) => slot.flat === true).map(({ rect }) => rect));
    return true;
  };
  const zones = furnished.length;
  furnished.forEach((program, i) => {
    const { main } = program;
    if (fits.length === 0 && furnished[i - 1]?.second === program) return;
    const order = backwards ? zones - 1 - i : i;
    const across = zones === 1 ? 0.5 : (order + 0.7) / (zones + 0.4);
    const apart = i === 0 ? unlike : [];
    if (apart.length > 0) {
      if (main.some((build) => add(build, across, { crop: mostCropped, least: other, apart }))) return;
      worn = otherLook(look, seed, nth);
      setting = settingOf();
    }
    [worth, poor].some((least) => main.some((build) => add(build, across, { crop: mostCropped, least })));
  });
  if (fits.length === 0) furnished.some(({ small }) => small?.some((build) => add(build, 0.5, scarce)));
  const found = { fits, look: worn };
  if (fits.length === 0 || careful) return found;
  // A room gets a television only if it has no fireplace and the sofa faces it.
  const noMedia =
    scene.room.openings.some(({ kind }) => kind === "fireplace") ||
    facedBy(fits[0]?.pose.wall, scene.camera) === undefined;
  const has = (kind: Kind | undefined): boolean =>
    fits[0]?.places.some(({ slot }) => slot.kind === kind) ?? false;
  const most = zones + (scene.camera.projection ? 6 : 3);
  const extras = furnished.flatMap(({ extras }) => extras);
  // No extra is a second one of what the main group has. A second seat fills a room more than a plant or a lamp does.
  const wanted = [...new Set([...extras.filter((build) => build === reading), ...extras])].filter(
    (build) =>
      !(noMedia && build === media) &&
      !(has("sideTable") && build === lamp) &&
      !(has(build({ ...setting, scale: 1 }).slots[0]?.kind) && !(build === plant && scene.camera.projection)),
  );
  for (const build of wanted)
    if (fits.length < most) add(build, random() < 0.5 ? 0.15 : 0.85, { corner: true });
  return found;
}
