import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { assertPicture, assertSameSize, type Picture } from "@image-staging/picture/picture";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Light } from "@image-staging/tracer/scene";
import type { Analysis } from "../analysis/analysis.ts";
import { faceNames } from "../analysis/faces.ts";
import { thrownBack } from "../analysis/light/light.ts";
import type { Declined } from "../declined.ts";
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
/** The share of painted walls that can be something else than paint: more is doors and panes, which stay, or brick and shelves. */
const [manyThings, mostThings] = [0.085, 0.45];
/** If it is more than a little, the share that can look like paint and have none: more is a wall in pieces. */
const mostPatches = 0.01;
/** The share of the walls in sight that can look like another's paint, on walls that stay as they are. */
const mostMissed = 0.08;
/** The share of the walls' foot at which the photo shows an edge, and of one wall's, or the floor ends elsewhere. */
const [leastFoot, leastFootOfOne] = [0.5, 0.28];
/** Metres of upright edges in the paint: more is a painted door. */
const mostEdges = 0.2;

const declinedAsMixed: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "This room's floor and walls cannot be told from what stands before them, so new ones cannot be put in. Choose refurnish, or send a picture that shows the empty room's walls and floor.",
  },
};

/** A photo with its surfaces found: `renovated` lays the floor and paints the walls that a style and a seed choose. */
interface Prepared {
  renovated: (style: StylePreset, seed: number) => Renovated;
}

/**
 * Finds floor and walls of an analysed photo, to lay a new floor and paint the walls in the light of the old ones.
 * Furniture, doors and windows keep their bytes. Declines a photo if it cannot tell the surfaces apart.
 */
export function prepareRenovation(picture: Picture, analysis: Analysis): Prepared | Declined {
  assertPicture(picture);
  assertSameSize(analysis.camera, picture);
  const surfaces = surfacesOf(picture, analysis);
  if (!isUnderstood(surfaces)) return declinedAsMixed;
  const { copy, hits, room } = surfaces;
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
        repaintingOf(copy, hits, surfaces.walls, exposure, finish.walls),
      );
      repaint.floor(floor, newFloor(analysis.camera, light, exposure, finish.floor));
      const after = { ...picture, data: output };
      return { picture: after, light: relit(after, analysis.light, surfaces) };
    },
  };
}

function isUnderstood(surfaces: Surfaces): boolean {
  const { floor, walls, hits, foot, unexplained, patches, missed, edges } = surfaces;
  if (foot.all < leastFoot || foot.ofOneWall < leastFootOfOne) return false;
  if (surfaces.isContradicted || missed > mostMissed) return false;
  if (edges > mostEdges || unexplained > mostThings) return false;
  if (unexplained > manyThings && patches > mostPatches) return false;
  const floorPixels = floor.reduce((sum, value) => sum + value, 0);
  let [seen, paint] = [1, 0];
  hits.face.forEach((face, i) => {
    const name = faceNames[face];
    if (name === "floor" || name === "ceiling") return;
    seen++;
    paint += walls[i] as number;
  });
  return floorPixels > leastFloor * floor.length && paint > leastWalls * seen;
}

/** The room's light with what new surfaces throw back. */
const relit = (picture: Picture, light: Light, { camera, room }: Surfaces): Light => ({
  ...light,
  faces: thrownBack(workingCopyOf(picture), camera, room, room.openings),
});
