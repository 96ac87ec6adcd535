import { float32At, uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import sharp from "sharp";
import type { Box } from "./box.ts";
import { loadNetworks } from "./networks.ts";

/** What a line says, how sure that is, from 0 to 1, and where its characters are along it, from 0 to 1. */
export interface ReadLine {
  text: string;
  confidence: number;
  at: readonly number[];
}

/** How a line is turned: its letters stand, or it is read upwards or downwards. */
export type Turn = "none" | "up" | "down";

/** The height of a line as the network takes it, and the width that it takes at least and at most. */
const [lineHeight, narrowest, widest] = [48, 160, 2400];
/** The network's steps are this far apart. */
const stride = 8;

/** Reads one line of text by PP-OCR's recogniser (SVTR, arXiv 2205.00159), greedily. */
export async function readLine(picture: Picture, box: Box, turn: Turn): Promise<ReadLine> {
  const { recognizer, characters } = await loadNetworks();
  const { rgb, length } = await lineOf(picture, box, turn);
  const width = Math.max(narrowest, Math.ceil(length / stride) * stride);
  const planes = new Float32Array(3 * lineHeight * width);
  for (let y = 0; y < lineHeight; y++)
    for (let x = 0; x < length; x++) {
      const from =
        turn === "none"
          ? y * length + x
          : turn === "down"
            ? x * lineHeight + lineHeight - 1 - y
            : (length - 1 - x) * lineHeight + y;
      for (let c = 0; c < 3; c++)
        planes[(c * lineHeight + y) * width + x] = uint8At(rgb, from * 3 + 2 - c) / 127.5 - 1;
    }
  const { data, dims } = await recognizer(planes, width, lineHeight);
  const [, steps = 0, classes = 0] = dims;
  let [text, sum, last] = ["", 0, 0];
  const at: number[] = [];
  for (let step = 0; step < steps; step++) {
    const scores = data.subarray(step * classes, (step + 1) * classes);
    let best = 0;
    for (let k = 1; k < classes; k++) if (float32At(scores, k) > float32At(scores, best)) best = k;
    const character = best === last ? "" : (characters[best] ?? "");
    last = best;
    if (character === "") continue;
    text += character;
    sum += float32At(scores, best);
    at.push(Math.min(1, ((step + 0.5) / steps) * (width / length)));
  }
  return { text, confidence: at.length > 0 ? sum / at.length : 0, at };
}

/** The pixels of a line, as high as the network takes it; a turned one is as wide as it is long. */
async function lineOf({ data, width, height }: Picture, box: Box, turn: Turn) {
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  const [wide, high] = [
    Math.max(2, Math.min(width, Math.ceil(box.right)) - left),
    Math.max(2, Math.min(height, Math.ceil(box.bottom)) - top),
  ];
  const ratio = turn === "none" ? wide / high : high / wide;
  const length = Math.min(widest, Math.max(stride, Math.ceil(lineHeight * ratio)));
  const rgb = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: wide, height: high })
    .resize({
      ...(turn === "none" ? { width: length, height: lineHeight } : { width: lineHeight, height: length }),
      fit: "fill",
      kernel: "cubic",
    })
    .raw()
    .toBuffer();
  return { rgb, length };
}
