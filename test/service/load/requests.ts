import type { CreateGeneration, GenerationSettings, Picture } from "@image-staging/client";
import { generatePlan } from "@image-staging/generated/plans";
import { generatePanorama, generateRoom } from "@image-staging/generated/rooms";
import { drawFloorplan, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { servePictures } from "../../support/picture-server.ts";

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

type Drawn = { data: Uint8Array; width: number; height: number };
const jpeg = ({ data, width, height }: Drawn) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();

/** Small pictures of empty rooms and a plan, which the rendered model furnishes. */
const emptyPictures = async () => ({
  room: await jpeg(generateRoom(44, { width: 480, height: 320 }).picture),
  panorama: await jpeg(generatePanorama(4, 512).picture),
  floorplan: await jpeg((await generatePlan(3, 600)).picture),
});
const sketches = async () => ({
  room: await drawRoom(1200, 800),
  panorama: await drawPanorama(1024),
  floorplan: await drawFloorplan(800, 600),
});

/** The pictures that the load sends, of empty rooms or sketches, and a server that has the room. */
export async function startPictures(ofEmptyRooms: boolean) {
  const { room, panorama, floorplan } = await (ofEmptyRooms ? emptyPictures() : sketches());
  const server = await servePictures({ "room.jpg": room });
  return {
    room: bytes(room),
    panorama: bytes(panorama),
    floorplan: bytes(floorplan),
    url: `${server.url}/room.jpg`,
    close: server.close,
  };
}
export type Pictures = Awaited<ReturnType<typeof startPictures>>;

type Kind = (number: number) => CreateGeneration;

/** How one request differs from the next, so that most jobs need another inference. */
const staged = (number: number): GenerationSettings => ({
  workflow: "staging",
  capture_type: "photo",
  mode: number % 2 === 0 ? "refurnish" : "renovate",
  room_types: ["Living Room"],
  style_preset: stylePresets[number % stylePresets.length] ?? "modern",
});

/** The kinds of jobs in turn: each way to bring a picture, each capture type, labels, alternates. */
function kinds(pictures: Pictures, asset: string): Kind[] {
  const room: Picture = { asset };
  return [
    (number) => ({ ...room, ...staged(number) }),
    (number) => ({ file: pictures.room, ...staged(number) }),
    () => ({ ...room, workflow: "pro_capture", capture_type: "photo" }),
    (number) => ({ url: pictures.url, ...staged(number), disclosure: "label_and_page" }),
    () => ({ ...room, workflow: "staging", capture_type: "photo", mode: "clean" }),
    () => ({
      file: pictures.panorama,
      workflow: "staging",
      capture_type: "panorama360",
      style_preset: "modern",
    }),
    (number) => ({ ...room, ...staged(number), include_alternates: true }),
    () => ({ file: pictures.floorplan, workflow: "staging", capture_type: "floorplan" }),
  ];
}

/** What an organization's request of this number asks for. */
export function requestOf(pictures: Pictures, asset: string, number: number): CreateGeneration {
  const all = kinds(pictures, asset);
  const kind = all[number % all.length];
  if (!kind) throw new Error("There are no kinds of jobs.");
  return kind(number);
}
