import type { Camera, Opening, Room } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { layOut } from "../../src/layout/lay-out.ts";
import { walkwaysOf } from "../../src/layout/walkways.ts";
import { footprintOf } from "../../src/look/facts.ts";

const camera: Camera = {
  ...{ width: 675, height: 900, focal: 560, centreX: 337, centreY: 450 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.25 },
};
const door: Opening = { kind: "door", wall: "back", from: 0.36, to: 1.31, bottom: 0, top: 2.05 };
const [columns, rows] = [25, 48];
const room: Room = {
  ...{ left: -0.9, right: 1.6, back: -4.3, front: 0.5, height: 2.9, openings: [door] },
  floorMask: new Uint8Array(camera.width * camera.height),
  freeFloor: { x: -0.9, z: -4.3, cell: 0.1, columns, rows, free: new Uint8Array(columns * rows).fill(1) },
};

it("a narrow bedroom has a single bed with its long side at the wall, and a way to the door", () => {
  const placements = layOut(room, camera, { roomTypes: ["Bedroom"], style: "japandia", seed: 1 });
  if ("declined" in placements) throw new Error(placements.declined.message);
  const rects = placements
    .filter(({ y, piece }) => y < 0.05 && piece.kind !== "rug")
    .map((placement) => {
      const corners = footprintOf(placement);
      const [xs, zs] = [corners.map(([x]) => x), corners.map(([, , z]) => z)];
      return {
        left: Math.min(...xs),
        right: Math.max(...xs),
        back: Math.min(...zs),
        front: Math.max(...zs),
      };
    });
  const [bed] = rects;
  if (!bed) throw new Error("no bed");
  expect(placements[0]?.piece.kind).toBe("bed");
  expect(bed.front - bed.back).toBeGreaterThan(1.9);
  expect(Math.cos(placements[0]?.turn ?? 0)).toBeCloseTo(1);
  expect(Math.min(bed.left - room.left, room.right - bed.right)).toBeLessThan(0.3);
  expect(walkwaysOf(room)(rects)).toBe(true);
});
