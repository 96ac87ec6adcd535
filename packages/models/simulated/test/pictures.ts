import { drawFloorplan, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import type { Picture } from "@image-staging/inference-contract/tasks";
import sharp from "sharp";

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

/** The picture's samples: rgb, row by row. */
export const pixelsOf = async (data: Buffer) =>
  sharp(data).removeAlpha().toColourspace("srgb").raw().toBuffer();

/** Mean difference of two pictures of one size, 0 to 255. */
export async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [x, y] = [await pixelsOf(a), await pixelsOf(b)];
  return x.reduce((sum, value, at) => sum + Math.abs(value - (y[at] ?? 0)), 0) / x.length;
}
