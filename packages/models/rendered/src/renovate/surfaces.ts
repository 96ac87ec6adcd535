import type { Picture } from "@image-staging/picture/picture";
import { type WorkingCopy, workingCopyOf } from "@image-staging/picture/working-copy";
import { resized } from "@image-staging/tracer/camera";
import type { Camera, Room } from "@image-staging/tracer/scene";
import type { Analysis } from "../analysis/analysis.ts";
import type { Segment } from "../analysis/camera/segments.ts";
import { faceNames, type Hits, hitsOf } from "../analysis/faces.ts";
import { seamsOf } from "../analysis/seams/seams.ts";
import { thingsBefore } from "./before-floor.ts";
import { footEvidence, isCeilingContradicted } from "./contradictions.ts";
import { faintEdges, squareOnWall, without } from "./edge-lines.ts";
import { edgesInPaint } from "./edges-in-paint.ts";
import { foundBy, isOnFloor } from "./fittings.ts";
import { hearthsOf } from "./hearths.ts";
import type { LeftOver } from "./left-over.ts";
import { withNearerWalls } from "./nearer-walls.ts";
import { sunOnFloor } from "./sun-on-floor.ts";
import { ventsIn } from "./vents.ts";
import { wallMaskOf } from "./wall-mask.ts";

/** Where the floor and the walls' paint are in a working copy: 1 for each pixel of them. */
export interface Surfaces extends LeftOver {
  copy: WorkingCopy;
  camera: Camera;
  /** Its walls stand where the floor ends. */
  room: Room;
  /** Where each of its pixels meets the box. */
  hits: Hits;
  floor: Uint8Array;
  /** 1 where the sun shines on what lies below the walls. */
  sunny: Uint8Array;
  walls: Uint8Array;
  /** The share of the walls' foot in sight that an edge shows: of all walls, and of the one that shows least. */
  foot: { all: number; ofOneWall: number };
  /** Whether the ceiling's line hardly shows, or edges elsewhere on a wall contradict its own. */
  isContradicted: boolean;
  /** Metres of upright edges in the paint itself. */
  edges: number;
}

/** Finds floor and walls to the pixel; the box gives their rough outlines. */
export function surfacesOf(picture: Picture, analysis: Analysis): Surfaces {
  const { camera: large, segments } = analysis;
  const copy = workingCopyOf(picture);
  const camera = resized(large, copy);
  const room = withNearerWalls(copy, camera, analysis.room);
  const hits = hitsOf(camera, room);
  const seams = seamsOf(copy, hits, room, foundBy(room.openings, hits, room));
  const own = scaled(segments, copy.scale);
  const dim = faintEdges(copy);
  const faint = dim.filter(squareOnWall(hits, room, copy.width));
  const found = wallMaskOf(copy, hits, room, room.openings, seams, [...own, ...faint]);
  const { paint: walls, sun, left } = found;
  const inShade = without(walls, sun);
  const edges = edgesInPaint(inShade, own, faint, hits, room, copy);
  const low = new Uint8Array(walls.length);
  for (let i = 0; i < low.length; i++) {
    const [x, y] = [i % copy.width, Math.floor(i / copy.width) + 0.5];
    const isBelow = y > (seams.foot[x] as number) && faceNames[hits.face[i] as number] !== "ceiling";
    if (isBelow && !walls[i]) low[i] = 1;
  }
  const sunny = sunOnFloor(copy, camera, room, low);
  const floor = without(low, hearthsOf(copy, hits, room, walls, sunny));
  const bare = without(floor, thingsBefore(copy, floor));
  const standing = foundBy(room.openings.filter(isOnFloor), hits, room);
  return {
    copy,
    camera,
    room,
    hits,
    floor: without(bare, ventsIn(copy, camera, room, bare)),
    sunny,
    walls,
    foot: footEvidence(seams, standing),
    isContradicted: isCeilingContradicted(seams, [...own, ...dim]),
    edges,
    ...left,
  };
}

function scaled(segments: readonly Segment[], scale: number): Segment[] {
  return segments.map((segment) => {
    const { x1, y1, x2, y2, length } = segment;
    return {
      ...segment,
      x1: x1 * scale,
      y1: y1 * scale,
      x2: x2 * scale,
      y2: y2 * scale,
      length: length * scale,
    };
  });
}
