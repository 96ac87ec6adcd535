import { uprightOf, warped } from "@image-staging/enhance/upright";
import { generatePlan } from "@image-staging/generated/plans";
import { generatePanorama, generateRoom } from "@image-staging/generated/rooms";
import type { Picture } from "@image-staging/picture/picture";

const roomSize = { width: 240, height: 160 };

/** A photo with its light multiplied, of each colour, or a panorama. */
const inLight = ({ data, ...size }: Picture, gains: readonly [number, number, number]): Picture => ({
  ...size,
  data: data.map((value, i) => Math.min(255, Math.round(value * (gains[i % 3] ?? 1)))),
});

/** A photo by a camera that leans. */
function leaning(photo: Picture): Picture {
  const opposite = uprightOf({ roll: -2, keystone: 1.5 }, photo);
  if (!opposite) throw new Error("A lean of two degrees is not worth a homography.");
  return warped(photo, opposite.homography);
}

export const sourceNames = [
  "room",
  "renovated room",
  "panorama",
  "plan",
  "dark room",
  "warm room",
  "leaning room",
  "dark panorama",
  "grey plan",
] as const;
export type SourceName = (typeof sourceNames)[number];

/** Small rooms of which every room type can be furnished in every style; the first has sun on its floor. */
const makers: Readonly<Record<SourceName, () => Picture | Promise<Picture>>> = {
  room: () => generateRoom(2, roomSize).picture,
  "renovated room": () => generateRoom(10, roomSize).picture,
  panorama: () => generatePanorama(4, 384).picture,
  plan: async () => (await generatePlan(2, 400)).picture,
  "dark room": async () => inLight(await sourceOf("room"), [0.5, 0.5, 0.5]),
  "warm room": async () => inLight(await sourceOf("room"), [0.9, 0.72, 0.45]),
  "leaning room": async () => leaning(await sourceOf("room")),
  "dark panorama": async () => inLight(await sourceOf("panorama"), [0.5, 0.44, 0.34]),
  "grey plan": async () => inLight(await sourceOf("plan"), [0.85, 0.82, 0.72]),
};

const made = new Map<SourceName, Promise<Picture>>();

/** The generated picture of a name, drawn once. */
export function sourceOf(name: SourceName): Promise<Picture> {
  const known = made.get(name) ?? Promise.resolve(makers[name]());
  made.set(name, known);
  return known;
}
