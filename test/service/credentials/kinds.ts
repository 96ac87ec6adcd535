import type { CreateGeneration } from "@image-staging/client";
import { readSamplePanorama, readSamplePlan, readSampleRoom } from "@image-staging/laptop/sample-room";
import sharp from "sharp";

type File = { file: Uint8Array };
const photo = { workflow: "staging", capture_type: "photo" } as const;
const staged = (): { room_types: ["Living Room"]; style_preset: "modern" } => ({
  room_types: ["Living Room"],
  style_preset: "modern",
});

/** What is asked for in turn: every workflow, capture type and mode. */
const requests = {
  refurnish: (given: File) => ({ ...given, ...photo, mode: "refurnish", ...staged() }),
  renovate: (given: File) => ({ ...given, ...photo, mode: "renovate", ...staged() }),
  clean: (given: File) => ({ ...given, ...photo, mode: "clean" }),
  panorama360: (given: File) => ({
    ...given,
    ...{ workflow: "staging", capture_type: "panorama360", style_preset: "modern" },
  }),
  floorplan: (given: File) => ({ ...given, workflow: "staging", capture_type: "floorplan" }),
  pro_capture: (given: File) => ({ ...given, workflow: "pro_capture", capture_type: "photo" }),
} satisfies Record<string, (given: File) => CreateGeneration>;

export type Kind = keyof typeof requests;
export const kinds = Object.keys(requests) as Kind[];

const drawings = { panorama360: await readSamplePanorama(), floorplan: await readSamplePlan() };
const room = await readSampleRoom();

/** The kind of the job of this number. */
export const kindOf = (number: number): Kind => kinds[number % kinds.length] ?? "refurnish";

/** The picture of the job of this number, unlike those of all others: 384 pixels are its short side, more or less. */
export async function pictureOf(number: number): Promise<Buffer> {
  const kind = kindOf(number);
  const nth = Math.floor(number / kinds.length);
  const height = 384 + (nth % 64);
  const size = kind === "panorama360" ? { width: 2 * height, height } : { height };
  const drawing = kind in drawings ? drawings[kind as keyof typeof drawings] : room;
  const quality = 80 + (Math.floor(nth / 64) % 16);
  return sharp(drawing).resize(size).jpeg({ quality }).toBuffer();
}

export const requestOf = (number: number, file: Buffer): CreateGeneration =>
  requests[kindOf(number)]({ file: new Uint8Array(file) });
