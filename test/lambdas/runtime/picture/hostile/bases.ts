import { drawRoom } from "../../../../support/pictures.ts";

export type Expected =
  | "accepted"
  | "unsupported_image_format"
  | "invalid_image"
  | "image_dimensions_unsupported";

export interface HostilePicture {
  name: string;
  bytes: Buffer;
  /** The right outcome, or every right one: flipped bits can hit a pixel as well as a header. */
  expected: Expected | Expected[];
}

/** The same right outcome for several pictures, given by name. */
export const all = (
  expected: HostilePicture["expected"],
  pictures: Record<string, Buffer>,
): HostilePicture[] => Object.entries(pictures).map(([name, bytes]) => ({ name, bytes, expected }));

export const latin1 = (text: string) => Buffer.from(text, "latin1");

/** The good picture that most hostile ones are made from, 400 × 300 pixels. */
export const room = () => drawRoom({ width: 400, height: 300 });

export const jpeg = await room().jpeg().toBuffer();
export const progressive = await room().jpeg({ progressive: true }).toBuffer();
export const png = await room().png().toBuffer();
export const interlaced = await room().png({ progressive: true }).toBuffer();
export const webp = await room().webp().toBuffer();
export const losslessWebp = await room().webp({ lossless: true }).toBuffer();
export const gif = await room().gif().toBuffer();
export const bases = { jpeg, progressive, png, interlaced, webp, losslessWebp };
