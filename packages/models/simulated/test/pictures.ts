import { drawFloorplan, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { type Fetch, invoke as invokeModel } from "@image-staging/inference-contract/serving/invocation";
import sharp from "sharp";
import { simulated } from "../src/model.ts";

export type Picture = { data: Buffer; width: number; height: number };

export const photo = async (width = 512, height = 384): Promise<Picture> => ({
  data: await drawRoom(width, height),
  width,
  height,
});

export const panorama = async (width = 512): Promise<Picture> => ({
  data: await drawPanorama(width),
  width,
  height: width / 2,
});

export const floorplan = async (width = 480, height = 360): Promise<Picture> => ({
  data: await drawFloorplan(width, height),
  width,
  height,
});

export const pictureFor = (captureType: string) =>
  captureType === "panorama360" ? panorama() : captureType === "floorplan" ? floorplan() : photo();

/** A valid request of the contract for `source`; `changes` replaces top-level fields. */
export const requestFor = (source: Picture, changes: Record<string, unknown> = {}) => ({
  contract_version: "1.0",
  inference_id: "01HZXW",
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: "modern",
  seed: 7,
  source: {
    url: "http://store.test/source",
    width: source.width,
    height: source.height,
    content_type: "image/jpeg",
  },
  candidates: [candidate("c1")],
  ...changes,
});

export const candidate = (id: string) => ({
  candidate_id: id,
  url: `http://store.test/${id}`,
  content_type: "image/jpeg",
});

export const invoke = (body: unknown, fetch: Fetch) => invokeModel(simulated, body, fetch);

/** A fetch that serves `source` to GET and keeps what is PUT, by the last part of the path. */
export function storeOf(source: Picture): { fetch: Fetch; stored: Map<string, Buffer> } {
  const stored = new Map<string, Buffer>();
  const fetch: Fetch = async (url, init) => {
    if (init?.method !== "PUT") return new Response(new Uint8Array(source.data));
    const name = new URL(String(url)).pathname.slice(1);
    stored.set(name, Buffer.from(await new Response(init.body).arrayBuffer()));
    return new Response(null);
  };
  return { fetch, stored };
}

/** The picture's samples: rgb, row by row. */
export const pixelsOf = async (data: Buffer) =>
  sharp(data).removeAlpha().toColourspace("srgb").raw().toBuffer();

/** Mean difference of two pictures of one size, 0 to 255. */
export async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [x, y] = [await pixelsOf(a), await pixelsOf(b)];
  return x.reduce((sum, value, at) => sum + Math.abs(value - (y[at] ?? 0)), 0) / x.length;
}
