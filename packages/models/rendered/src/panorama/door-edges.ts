import type { Opening } from "@image-staging/tracer/scene";
import type { Planes } from "../analysis/faces.ts";
import type { PanoramaView } from "./views.ts";

/** Metres over the floor at which a door's vertical edge begins at most, ends at least, and ends at most. */
const [lowest, leastTop, mostTop] = [0.45, 1.3, 2.35];
/** The part of its height in which an edge shows, and how far segments of one edge are apart, in metres. */
const [seen, apart] = [0.4, 0.05];
/** Metres from what is known already, a corner or an opening's side, that an edge lies at least. */
const known = 0.15;
/** Metres that doors are wide at least and at most, and to both sides of an edge without a partner: a usual door's width. */
const [narrow, wide, usual] = [0.55, 1.3, 0.95];
/** How far an vertical edge leans at most, as a part of its length. */
const leaning = 0.1;

interface VerticalSegment {
  along: number;
  from: number;
  to: number;
}

/**
 * Places in a panorama's walls at which vertical edges stand from near the floor to a door's height, but no opening was found:
 * faint doors. Floor before them stays free.
 */
export function doorEdges(
  views: readonly PanoramaView[],
  openings: readonly Opening[],
  planes: Planes,
): Opening[] {
  return views.flatMap((view) => {
    const { wall } = view;
    const isAcross = wall === "back" || wall === "front";
    const ends = isAcross ? [planes.left, planes.right] : [planes.back, planes.front];
    const own = openings.filter((opening) => opening.wall === wall && opening.bottom < 0.3);
    const windows = openings.filter((opening) => opening.wall === wall && opening.kind === "window");
    const taken = [...ends, ...own.flatMap(({ from, to }) => [from, to])];
    const isKnown = (along: number): boolean =>
      taken.some((at) => Math.abs(at - along) < known) ||
      own.some(({ from, to }) => along > from && along < to) ||
      windows.some(({ from, to }) => along > from + known && along < to - known);
    const edges = verticalEdges(view, planes).filter((along) => !isKnown(along));
    return edges.flatMap((along, i): Opening[] => {
      const partner = edges.slice(i + 1).find((other) => other - along > narrow && other - along < wide);
      const isPartner = edges.slice(0, i).some((other) => along - other > narrow && along - other < wide);
      if (isPartner && partner === undefined) return [];
      const [from, to] = partner === undefined ? [along - usual, along + usual] : [along, partner];
      return [{ kind: "passage", wall, from, to, bottom: 0, top: 2 }];
    });
  });
}

/** Where a wall's vertical edges of a door's height are, in metres along it. */
function verticalEdges({ wall, camera, segments }: PanoramaView, planes: Planes): number[] {
  const scale = camera.focal / Math.abs(planes[wall]);
  const sign = wall === "back" || wall === "right" ? 1 : -1;
  const heightAt = (y: number): number => camera.elevation + (camera.centreY - y) / scale;
  const vertical = segments
    .filter(({ x1, x2, length }) => Math.abs(x1 - x2) < leaning * length)
    .map(({ x1, y1, x2, y2 }): VerticalSegment => {
      const [from, to] = [heightAt(Math.max(y1, y2)), heightAt(Math.min(y1, y2))];
      return { along: (sign * ((x1 + x2) / 2 - camera.centreX)) / scale, from, to };
    })
    .sort((a, b) => a.along - b.along);
  const groups: VerticalSegment[][] = [];
  for (const segment of vertical) {
    const last = groups.at(-1);
    if (last && segment.along - (last[0] as VerticalSegment).along < apart) last.push(segment);
    else groups.push([segment]);
  }
  return groups.flatMap((group) => {
    const [bottom, top] = [
      Math.min(...group.map(({ from }) => from)),
      Math.max(...group.map(({ to }) => to)),
    ];
    const shown = group.reduce((sum, { from, to }) => sum + to - from, 0);
    const isDoor = bottom < lowest && top > leastTop && top < mostTop && shown > seen * (top - bottom);
    return isDoor ? [(group[0] as VerticalSegment).along] : [];
  });
}
