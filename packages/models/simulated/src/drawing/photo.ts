import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import { type FurnitureName, furniture } from "./furniture/catalogue.ts";
import { type Placement, rooms } from "./rooms.ts";
import type { View } from "./scene.ts";
import { corners, type Placed } from "./solid.ts";

const horizon = 0.46;
const roomSpacing = 2.6;

/** A pinhole camera above the origin that looks along z, its horizon a little above the picture's middle. */
function camera(width: number, height: number, eyeHeight: number): View {
  const focal = focalLength(width, height);
  return {
    eye: [0, eyeHeight, 0],
    project: ([x, y, z]) => [width / 2 + (x * focal) / z, horizon * height + ((eyeHeight - y) * focal) / z],
  };
}

const focalLength = (width: number, height: number) => 0.86 * Math.max(width, height);

/** The pieces that a room shows: all of them alone; with other rooms two that none of those shows already. */
function pieces(room: RoomType, others: RoomType[]): readonly Placement[] {
  const plan: readonly Placement[] = rooms[room];
  if (others.length === 0) return plan;
  const shown = new Set<FurnitureName>(others.flatMap((other) => rooms[other].map(([name]) => name)));
  return plan.filter(([name], nth) => nth === 0 || !shown.has(name)).slice(0, 2);
}

/** The rooms' furniture on the floor, side by side, arranged a little differently for each seed. */
function arrange(roomTypes: RoomType[], random: () => number): Placed[] {
  const narrow = roomTypes.length > 1 ? 0.5 : 1;
  const mirror = random() < 0.5 ? -1 : 1;
  return roomTypes.flatMap((room, nth) => {
    const middle = (nth - (roomTypes.length - 1) / 2) * roomSpacing;
    return pieces(room, roomTypes.slice(0, nth).concat(roomTypes.slice(nth + 1))).map(
      ([name, x, z, turn = 0]): Placed => ({
        piece: furniture[name],
        x: mirror * (middle + x * narrow) + (random() - 0.5) * 0.2,
        z: z + (random() - 0.5) * 0.16,
        turn: mirror * turn + (random() - 0.5) * 8,
      }),
    );
  });
}

/** The rooms' furniture before a camera that stands just far enough away to see all of it. */
export function furnish(roomTypes: RoomType[], width: number, height: number, random: () => number) {
  const scene = arrange(roomTypes, random);
  const points = scene.flatMap(corners);
  const focal = focalLength(width, height);
  const nearest = Math.min(...points.map(([, , z]) => z));
  const away = Math.max(
    (1.45 * focal) / (0.48 * height) - nearest,
    ...points.map(([x, , z]) => (Math.abs(x) * focal) / (0.49 * width) - z),
  );
  const eyeHeight = Math.min(2.5, Math.max(1.45, (0.44 * height * (away + nearest)) / focal));
  return {
    scene: scene.map((placed) => ({ ...placed, z: placed.z + away })),
    view: camera(width, height, eyeHeight),
  };
}
