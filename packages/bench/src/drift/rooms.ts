import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateRoom } from "@image-staging/generated/rooms";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import {
  type KnownRoom,
  type StagedPicture,
  showsFixture,
  stageGenerated,
} from "@image-staging/rendered/drift";
import sharp from "sharp";

type Picture = KnownRoom["picture"];

/** A generated room, and the room staged by the rendered model. */
export interface StagedRoom {
  seed: number;
  room: KnownRoom;
  stagings: readonly StagedPicture[];
}

/** What is known of a drawn room. It is written last: the room is whole if it is there. */
const known = "known.json";
const stagingsOfEach = 2;
const tries = 4;
const roomTypes = [
  "Living Room",
  "Bedroom",
  "Dining Room",
  "Office",
  "Children's Room",
  "Home Theater",
] as const;
const sizes = [
  { width: 600, height: 400 },
  { width: 600, height: 450 },
  { width: 600, height: 400 },
  { width: 400, height: 600 },
];

/** The first seeds of rooms that were not looked at while limits were chosen: of any, and of those that show a fixture. */
const heldOut = { any: 510_559, fixture: 610_559 };

/** The seeds of so many held-out rooms. Every second one shows a radiator or a fireplace: few do. */
export function heldOutSeeds(rooms: number): number[] {
  const seeds: number[] = [];
  for (let { any, fixture } = heldOut; seeds.length < rooms; fixture++) {
    seeds.push(any++);
    while (!showsFixture(fixture, sizeOf(fixture))) fixture++;
    seeds.push(fixture);
  }
  return seeds.slice(0, rooms);
}

const sizeOf = (seed: number) => sizes[seed % sizes.length] ?? { width: 600, height: 400 };

/** A staged room by its seed. It is drawn once, in about 6 seconds of processor time, and kept in `folder`. */
export async function stagedRoom(seed: number, folder: string): Promise<StagedRoom> {
  const place = join(folder, String(seed));
  if (!existsSync(join(place, known))) await draw(seed, place);
  const { camera, room, requests } = JSON.parse(readFileSync(join(place, known), "utf8"));
  const picture = await read(join(place, "room.png"));
  const staged = async (_: unknown, nth: number): Promise<StagedPicture> => ({
    ...(await read(join(place, `staged-${nth}.png`))),
    covered: await sharp(join(place, `covered-${nth}.png`))
      .extractChannel(0)
      .raw()
      .toBuffer(),
  });
  return {
    seed,
    room: { picture, truth: { camera, room } },
    stagings: await Promise.all(requests.map(staged)),
  };
}

async function draw(seed: number, place: string): Promise<void> {
  const room = generateRoom(seed, sizeOf(seed));
  mkdirSync(place, { recursive: true });
  await write(join(place, "room.png"), room.picture);
  const requests: object[] = [];
  for (let nth = 0; nth < tries && requests.length < stagingsOfEach; nth++) {
    const roomType = roomTypes[(seed * 3 + nth * 2) % roomTypes.length] ?? "Living Room";
    const request = {
      roomType,
      style: stylePresets[(seed + nth * 4) % stylePresets.length] ?? "scandi",
      seed: seed * 10 + nth,
    };
    const staged = await stageGenerated(room, request, { threads: 1, draft: true });
    if ("declined" in staged) continue;
    await write(join(place, `staged-${requests.length}.png`), { ...room.picture, data: staged.data });
    await write(join(place, `covered-${requests.length}.png`), { ...room.picture, data: staged.covered });
    requests.push(request);
  }
  const { floorMask: _, freeFloor: __, ...box } = room.truth.room;
  const part = join(place, `${known}.part`);
  writeFileSync(part, JSON.stringify({ camera: room.truth.camera, room: box, requests }));
  renameSync(part, join(place, known));
}

async function read(file: string): Promise<Picture> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { data: Uint8Array.from(data), width: info.width, height: info.height };
}

const write = (file: string, picture: Picture) => raw(picture).png({ compressionLevel: 4 }).toFile(file);

/** A picture for sharp, of three channels or of one. */
export const raw = ({ data, width, height }: Picture) =>
  sharp(data, { raw: { width, height, channels: data.length === width * height ? 1 : 3 } });
