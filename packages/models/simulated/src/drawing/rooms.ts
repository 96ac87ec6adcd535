import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import { type Placed, placed } from "./furniture.ts";
import type { Size } from "./lettering.ts";
import { corners, radians, type View } from "./scene.ts";

/**
 * The arrangement of each room: a piece, its x from the room's middle and its z from the room's front edge in metres, and by
 * how many degrees it is turned. The first two pieces stand for the room if rooms share a picture.
 */
export const rooms: Record<RoomType, string> = {
  "Living Room": "Sofa 0 2.3, Coffee table 0 1, Rug 0 1.1, Armchair -1.75 1.2 65, Lamp 1.6 2.4",
  Kitchen: "Kitchen units -0.3 2.4, Island 0 0.8, Fridge 1.4 2.4",
  "Dining Room": "Dining table 0 1.2, Sideboard -0.4 2.8, Plant 1.5 2.5",
  Bathroom: "Bath -0.7 2.3, Vanity 1.1 2.4, Toilet 1.4 1.1 -60, Mat -0.5 1.1 90",
  Shower: "Shower -0.5 2, Vanity 0.8 2.2, Basket 1 0.9",
  Toilet: "Toilet 0 1.8, Vanity 1 2, Basket -0.8 1.7",
  Bedroom: "Bed 0 1.7, Bedside 1.2 2.4, Rug 0 0.9, Wardrobe -1.75 2.6",
  "Children's Room": "Single bed -1 1.8, Play mat 0.6 1, Bookshelf 1 2.6, Toy chest -0.1 2.5",
  Hallway: "Console 0.8 2.2 -20, Runner 0 1.3, Coat rack -0.7 2.8, Bench -0.9 2 25",
  Office: "Desk 0 1.7, Bookshelf 1.5 2.5, Rug 0 1.2, Plant -1.4 2.2",
  Closet: "Wardrobe -0.9 2.4, Hanging rail 0.8 2.4, Bench 0 1",
  Laundry: "Washer -0.6 2.2, Dryer 0.1 2.2, Basket 0.9 1.6",
  Basement: "Shelving -0.9 2.5, Storage 0.9 2, Sofa 0.3 0.9 12",
  Attic: "Single bed -0.7 1.8, Storage 1.1 2.1, Rug 0.3 0.9",
  Garage: "Car -0.3 2.4, Workbench 2.1 2.8 -35, Storage -2 2.6",
  Balcony: "Bistro set 0 1.4, Planter 0.9 2.5, Plant -1.1 2.2",
  Terrace: "Lounge set -0.5 2.1, Coffee table -0.4 0.9, Parasol 1.3 1.9, Planter 1 2.9",
  Garden: "Tree -1.4 2.6, Bistro set 0.7 1.5, Lawn 0 1.4, Planter 1.2 2.8",
  Exterior: "Path 0 1.3, Planter 1.2 2.2, Light -0.9 1.6, Tree -1.6 2.9",
  Gym: "Treadmill -0.9 1.8 15, Weights 0.9 2.3, Mat 0.5 1 20",
  Sauna: "Sauna bench 0 2.1, Stove 1.4 1.5, Basket -1.3 1.3",
  Pool: "Pool 0 1.2, Lounger 1.7 2.8, Lounger -1.7 2.8, Parasol 0 3.2",
  Staircase: "Stair runner 0 1.7, Plant 1.3 1.6, Console -1.4 2.2 25",
  "Utility Room": "Washer -0.8 2.2, Shelving 0.6 2.5, Basket -0.1 1.5",
  Studio: "Bed -0.9 1.9, Desk 1.1 2.4, Rug 0 0.9, Coffee table 0.9 0.9",
  Library: "Bookshelf -0.7 2.7, Armchair 0.5 1.2 -35, Bookshelf 0.4 2.7, Lamp 1.4 2, Rug 0 1.2",
  "Wine Cellar": "Wine rack -0.8 2.5, Barrel table 0.2 1.1, Wine rack 0.6 2.5",
  "Home Theater": "Screen 0 2.9, Recliners 0 0.9, Lamp 1.7 2.6",
};

/** What stands around the viewer of a panorama: a piece, its bearing in degrees and how many metres it is away. */
const around =
  "Rug 0 1.75, Coffee table 0 1.6, Sofa 0 2.55, Lamp 44 2.5, Armchair 78 1.9, Plant 120 2, " +
  "Media unit 175 2.2, Bookshelf 236 2.2, Dining table 292 2.5";

/**
 * The rooms' furniture on the floor, side by side, arranged a little differently for each seed. A room shows all of its
 * pieces; with other rooms two that none of those shows already.
 */
function arrange(roomTypes: RoomType[], random: () => number): Placed[] {
  const isShared = roomTypes.length > 1;
  const mirror = random() < 0.5 ? -1 : 1;
  return roomTypes.flatMap((room, nth) => {
    const others = roomTypes.toSpliced(nth, 1).flatMap((other) => placed(rooms[other]));
    const isOwn = ({ piece }: Placed) => others.every((other) => other.piece !== piece);
    const pieces = placed(rooms[room]).filter((one, at) => at === 0 || isOwn(one));
    const middle = (nth - (roomTypes.length - 1) / 2) * 2.6;
    return pieces.slice(0, isShared ? 2 : pieces.length).map(({ piece, x, z, turn }) => ({
      piece,
      x: mirror * (middle + x * (isShared ? 0.5 : 1)) + (random() - 0.5) * 0.2,
      z: z + (random() - 0.5) * 0.16,
      turn: mirror * turn + (random() - 0.5) * 8,
    }));
  });
}

/** The rooms' furniture before a pinhole camera along z that stands just far enough away to see all of it. */
export function furnish(roomTypes: RoomType[], { width, height }: Size, random: () => number) {
  const scene = arrange(roomTypes, random);
  const points = scene.flatMap(corners);
  const focal = 0.86 * Math.max(width, height);
  const nearest = Math.min(...points.map(([, , z]) => z));
  const away = Math.max(
    (1.45 * focal) / (0.48 * height) - nearest,
    ...points.map(([x, , z]) => (Math.abs(x) * focal) / (0.49 * width) - z),
  );
  const eye = Math.min(2.5, Math.max(1.45, (0.44 * height * (away + nearest)) / focal));
  const view: View = {
    eye: [0, eye, 0],
    // The horizon is a little above the picture's middle.
    project: ([x, y, z]) => [width / 2 + (x * focal) / z, 0.46 * height + ((eye - y) * focal) / z],
  };
  return { scene: scene.map((one) => ({ ...one, z: one.z + away })), view };
}

/** Furniture in a ring around an eye that sees all around, everything facing it; the seed turns the ring. */
export function furnishAround({ width, height }: Size, random: () => number) {
  const [eye, start] = [1.5, random() * 360];
  const scene = placed(around).map(({ piece, x, z }): Placed => {
    const bearing = start + x + (random() - 0.5) * 6;
    const away = z + (random() - 0.5) * 0.2;
    const angle = radians(bearing);
    return { piece, x: Math.sin(angle) * away, z: Math.cos(angle) * away, turn: -bearing };
  });
  const view: View = {
    eye: [0, eye, 0],
    period: width,
    // Longitude is x, latitude is y.
    project: ([x, y, z]) => [
      (Math.atan2(x, z) / (2 * Math.PI) + 0.5) * width,
      (0.5 - Math.atan2(y - eye, Math.hypot(x, z)) / Math.PI) * height,
    ],
  };
  return { scene, view };
}
