import { segmentAt } from "../containers.ts";
import {
  all,
  bases,
  type Expected,
  type HostilePicture,
  jpeg,
  losslessWebp,
  png,
  progressive,
  webp,
} from "./bases.ts";

export function truncations(): HostilePicture[] {
  return Object.entries(bases).flatMap(([name, bytes]) => {
    const magic = name.includes("ebp") ? 12 : name === "png" || name === "interlaced" ? 8 : 3;
    const at = (share: number) => Math.floor(bytes.length * share);
    const lengths = [
      0,
      1,
      2,
      3,
      4,
      8,
      12,
      20,
      33,
      60,
      at(0.1),
      at(0.25),
      at(0.5),
      at(0.75),
      at(0.9),
      at(0.99),
    ];
    return [...lengths, bytes.length - 12, bytes.length - 2, bytes.length - 1].map((length) => ({
      name: `${name} cut to ${length} bytes`,
      bytes: bytes.subarray(0, length),
      expected: length < magic ? "unsupported_image_format" : "invalid_image",
    }));
  });
}

export function damage(): HostilePicture[] {
  const idat = png.indexOf("IDAT") + 4;
  const flipped = (bytes: Buffer, from: number, count = 8) => {
    const copy = Buffer.from(bytes);
    for (let at = from; at < from + count; at++) copy[at] = (copy[at] ?? 0) ^ 0x55;
    return copy;
  };
  const places = Array.from({ length: 12 }, (_, place) => (place + 0.5) / 12);
  const inData = (bytes: Buffer, from: number, share: number) =>
    Math.floor(from + (bytes.length - 20 - from) * share);
  return places.flatMap((share) => [
    {
      name: `PNG damaged at ${share.toFixed(2)}`,
      bytes: flipped(png, inData(png, idat, share)),
      expected: "invalid_image",
    },
    ...all(["accepted", "invalid_image"], {
      [`JPEG damaged at ${share.toFixed(2)}`]: flipped(jpeg, inData(jpeg, segmentAt(jpeg, 0xda) + 14, share)),
      [`progressive JPEG damaged at ${share.toFixed(2)}`]: flipped(
        progressive,
        inData(progressive, segmentAt(progressive, 0xda) + 14, share),
      ),
      [`WebP damaged at ${share.toFixed(2)}`]: flipped(webp, inData(webp, 60, share)),
      [`lossless WebP damaged at ${share.toFixed(2)}`]: flipped(
        losslessWebp,
        inData(losslessWebp, 30, share),
      ),
    }),
  ]);
}

/** One to eight bytes anywhere, header and all, changed at random but the same every time. */
export function mutations(): HostilePicture[] {
  let state = 20_261_120;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Object.entries(bases).flatMap(([name, bytes]) =>
    Array.from({ length: 20 }, (_, round) => {
      const copy = Buffer.from(bytes);
      for (let change = 0; change <= random(8); change++)
        copy[random(round < 12 ? 200 : copy.length)] = random(256);
      const expected: Expected[] = [
        "accepted",
        "invalid_image",
        "unsupported_image_format",
        "image_dimensions_unsupported",
      ];
      return { name: `${name} mutated, round ${round}`, bytes: copy, expected };
    }),
  );
}
