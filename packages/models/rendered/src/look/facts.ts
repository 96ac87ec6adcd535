import { floorOutline } from "../analysis/floor-outline.ts";
import type { Analysis } from "../analysis/index.ts";
import { projectorOf } from "../analysis/projector.ts";
import type { Camera, Declined, Placement, Vec3 } from "../scene.ts";

/** What was found, for others to measure: angles in degrees, lengths in metres unless named pixels. */
export function factsOf(
  { camera, room, light, exposure, confidence }: Analysis,
  placements: readonly Placement[],
  declined: Declined["declined"] | undefined,
) {
  const degrees = (angle: number): number => rounded((angle * 180) / Math.PI);
  const { left, right, back, front, height, openings, freeFloor } = room;
  return {
    ...(declined ? { declined } : {}),
    picture: { width: camera.width, height: camera.height },
    camera: {
      focal_pixels: rounded(camera.focal),
      pitch: degrees(camera.pitch),
      roll: degrees(camera.roll),
      yaw: degrees(camera.yaw),
      shift_pixels: [rounded(camera.centreX - camera.width / 2), rounded(camera.centreY - camera.height / 2)],
      elevation: rounded(camera.elevation),
    },
    room: { left, right, back, front, height, openings },
    floor_pixels: floorOutline(camera, room).map((point) => point.map(rounded)),
    free_floor_square_metres: rounded(freeFloor.free.filter(Boolean).length * freeFloor.cell ** 2),
    metre_pixels: { at: [rounded(camera.centreX), camera.height], width: rounded(metreAtBottom(camera)) },
    light: { areas: light.areas, sun: light.sun?.towards, ...exposure },
    confidence,
    pieces: placements.map((placement) => ({
      kind: placement.piece.kind,
      height: rounded(placement.piece.height),
      footprint: footprintOf(placement).map(([x, , z]) => [rounded(x), rounded(z)]),
      footprint_pixels: footprintOf(placement).map((corner) =>
        projectorOf(camera).point(corner)?.map(rounded),
      ),
    })),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A piece's corners where it stands. */
export function footprintOf({ piece, x, y, z, turn }: Placement): Vec3[] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([s, t]): Vec3 => {
    const [u, v] = [((s as number) * piece.width) / 2, ((t as number) * piece.depth) / 2];
    return [x + u * cos + v * sin, y, z - u * sin + v * cos];
  });
}

/** A metre's width in pixels on the floor at the lower edge of the picture. */
function metreAtBottom(camera: Camera): number {
  const drop = Math.sin(Math.atan((camera.height - camera.centreY) / camera.focal) - camera.pitch);
  const ray = Math.hypot(1, (camera.height - camera.centreY) / camera.focal);
  return (camera.focal * drop * ray) / camera.elevation;
}
