import { uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";

/** What is seen of a staged room: its picture, and where furniture covers it, a byte a pixel. */
export interface StagedPicture extends Picture {
  covered: Uint8Array;
}

/** A lens spreads a piece's edge over so many pixels. */
const spread = 1;

/**
 * Puts the furniture of a staged picture before another picture of its room: furniture as it is, whatever its colour, and its
 * shadows and reflections as the share of light that they leave.
 */
export function furnished(room: Picture, staged: StagedPicture, other: Picture): Picture {
  const data = new Uint8Array(room.data.length);
  for (let i = 0; i < data.length; i++) {
    const [before, after, here] = [uint8At(room.data, i), uint8At(staged.data, i), uint8At(other.data, i)];
    const isFurniture = covers(staged, Math.floor(i / 3));
    data[i] = isFurniture ? after : Math.min(255, Math.round((here * (after + 1)) / (before + 1)));
  }
  return { width: room.width, height: room.height, data };
}

/** Whether furniture covers a pixel or one near it. */
function covers({ covered, width, height }: StagedPicture, pixel: number): boolean {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  for (let row = Math.max(0, y - spread); row <= Math.min(height - 1, y + spread); row++)
    for (let column = Math.max(0, x - spread); column <= Math.min(width - 1, x + spread); column++)
      if (covered[row * width + column] === 255) return true;
  return false;
}

/** A difference of a channel that is seen. */
const seen = 12;

/** The part of a picture that another one changes visibly: what furniture hides is the same in both. */
export function visibleShare(picture: Picture, other: Picture): number {
  let count = 0;
  for (let i = 0; i < picture.data.length; i += 3) {
    let most = 0;
    for (let c = i; c < i + 3; c++)
      most = Math.max(most, Math.abs(uint8At(picture.data, c) - uint8At(other.data, c)));
    if (most > seen) count++;
  }
  return (3 * count) / picture.data.length;
}
