import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { assertPicture, assertSameSize, type Picture } from "@image-staging/picture/picture";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Light } from "@image-staging/tracer/scene";
import type { Analysis } from "../analysis/analysis.ts";
import { faceNames } from "../analysis/faces.ts";
import { thrownBack } from "../analysis/light/light.ts";
import type { Declined } from "../declined.ts";
import { mayHaveRug } from "../labels/rugged.ts";
import { coverageOf } from "./coverage.ts";
import { surfaceFinishOf } from "./finishes.ts";
import { floorLightOf } from "./floor-light.ts";
import { newFloor } from "./lay-floor.ts";
import { Repaint } from "./repaint.ts";
import { type Surfaces, surfacesOf } from "./surfaces.ts";
import { repaintingOf } from "./wall-paint.ts";

/** A photo with other surfaces, and the light that they throw back. */
interface Renovated {
  picture: Picture;
  light: Light;
}

/** Floor and wall of a picture that are too small to renovate, as shares of it and of the walls in sight. */
const [leastFloor, leastWalls] = [0.04, 0.12];
/**
 * The share of a picture that labels may be unsure of: of 30 real photos the six above this had no renovation that could be shown,
 * four with walls or cupboards painted in part; of the 23 below 16 could.
 */
const mostUnsure = 0.165;

const declinedAsUnsure: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "Too much of this picture could be a wall, a floor or what stands before them, so parts would keep their old surface. Choose refurnish, or send a picture that shows more of the plain walls and floor.",
  },
};

const declinedAsRugged: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "A rug seems to lie on the floor, which a new floor would replace. Mark the rug in a mask, choose refurnish, or send a picture without it.",
  },
};

const declinedAsMixed: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "This room's floor and walls cannot be told from what stands before them, so new ones cannot be put in. Choose refurnish, or send a picture that shows the empty room's walls and floor.",
  },
};

const declinedAsOther: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "Most of this room's walls are brick, stone, tiles, panels or wallpaper with a pattern, which a renovation leaves as they are. Choose refurnish, which furnishes the room with the walls that it has.",
  },
};

/** A photo with its surfaces found: `renovated` lays the floor and paints the walls that a style and a seed choose. */
interface Prepared {
  renovated: (style: StylePreset, seed: number) => Renovated;
}

/**
 * Finds floor and walls of an analysed photo, to lay a new floor and paint the walls in the light of the old ones.
 * Furniture, doors and windows keep their bytes. Declines a photo if it cannot tell the surfaces apart; of one that `isEmptied`,
 * emptying has judged how sure its labels are.
 */
export function prepareRenovation(
  picture: Picture,
  analysis: Analysis,
  isEmptied = false,
): Prepared | Declined {
  assertPicture(picture);
  assertSameSize(analysis.camera, picture);
  const surfaces = surfacesOf(analysis);
  const doubt = doubtOf(surfaces) ?? (isEmptied ? undefined : doubtBeforeEmptying(surfaces, analysis.labels));
  if (doubt) return doubt;
  const { copy, wall, room } = surfaces;
  const { exposure } = analysis;
  const floor = coverageOf(picture, surfaces.floor, copy);
  const walls = coverageOf(picture, surfaces.walls, copy);
  const light = floorLightOf(surfaces, { room, exposure });
  return {
    renovated: (style, seed) => {
      const finish = surfaceFinishOf(style, seed);
      // Not slice: a Buffer's would write into the photo itself.
      const output = new Uint8Array(picture.data);
      const repaint = new Repaint(picture, output);
      repaint.walls(
        walls,
        analysis.camera,
        room,
        repaintingOf(copy, wall, surfaces.walls, surfaces.light, finish.walls),
      );
      repaint.floor(floor, newFloor(analysis.camera, light, surfaces.light, finish.floor));
      const after = { ...picture, data: output };
      return { picture: after, light: relit(after, analysis.light, surfaces) };
    },
  };
}

/** Why there is too little floor or paint to renovate; undefined if there is enough. */
function doubtOf({ floor, walls, other, hits }: Surfaces): Declined | undefined {
  let [seen, floorPixels, paint, unpaintable] = [1, 0, 0, 0];
  hits.face.forEach((face, i) => {
    const name = faceNames[face];
    if (floor[i]) floorPixels++;
    if (walls[i]) paint++;
    if (other[i]) unpaintable++;
    if (name !== "floor" && name !== "ceiling") seen++;
  });
  if (floorPixels <= leastFloor * floor.length) return declinedAsMixed;
  if (paint > leastWalls * seen) return undefined;
  return unpaintable > leastWalls * seen ? declinedAsOther : declinedAsMixed;
}

/** Why a renovation would go wrong that emptying would mend. */
function doubtBeforeEmptying({ unsure }: Surfaces, labels: Analysis["labels"]): Declined | undefined {
  if (unsure > mostUnsure) return declinedAsUnsure;
  return labels && mayHaveRug(labels) ? declinedAsRugged : undefined;
}

/** The room's light with what new surfaces throw back. */
const relit = (picture: Picture, light: Light, { camera, room }: Surfaces): Light => ({
  ...light,
  faces: thrownBack(workingCopyOf(picture), camera, room, room.openings),
});
