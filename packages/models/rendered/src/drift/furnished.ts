import type { Picture } from "../analysis/analysis.ts";

/** A difference of a channel from which a pixel shows furniture, not only its shadow. */
const solid = 26;

/**
 * Puts the furniture of a staged picture before another picture of its room: furniture as it is, its shadows as the share of
 * light that they leave.
 */
export function furnished(room: Picture, staged: Picture, other: Picture): Picture {
  const data = new Uint8Array(room.data.length);
  for (let i = 0; i < data.length; i += 3) {
    let most = 0;
    for (let c = 0; c < 3; c++)
      most = Math.max(most, Math.abs((staged.data[i + c] ?? 0) - (room.data[i + c] ?? 0)));
    for (let c = i; c < i + 3; c++) {
      const [before, after, here] = [room.data[c] ?? 0, staged.data[c] ?? 0, other.data[c] ?? 0];
      data[c] = most >= solid ? after : Math.min(255, Math.round((here * (after + 1)) / (before + 1)));
    }
  }
  return { width: room.width, height: room.height, data };
}

/** A difference of a channel that is seen. */
const seen = 12;

/** The part of a picture that another one changes visibly. */
export function visibleShare(picture: Picture, other: Picture): number {
  let count = 0;
  for (let i = 0; i < picture.data.length; i += 3) {
    let most = 0;
    for (let c = i; c < i + 3; c++)
      most = Math.max(most, Math.abs((picture.data[c] ?? 0) - (other.data[c] ?? 0)));
    if (most > seen) count++;
  }
  return (3 * count) / picture.data.length;
}
