import { guessCapture } from "./capture.js";
import { able } from "./service.js";

const mebibyte = 1024 * 1024;
const limits = able.pictures;

/**
 * Reads a chosen file: its name, size, what it probably shows and an address to show it by. Throws, in words, for what the service would refuse.
 */
export async function readPicture(file) {
  if (!limits.content_types.includes(file.type))
    throw new Error(`${file.name} is not a JPEG, PNG or WebP picture. ${adviceFor(file)}`);
  if (file.size > limits.max_bytes)
    throw new Error(
      `${file.name} has ${(file.size / mebibyte).toFixed(1)} MiB; a picture has at most ${limits.max_bytes / mebibyte} MiB.`,
    );
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name} cannot be read as a picture: it may be damaged.`);
  });
  const { width, height } = bitmap;
  const fault = faultOf(width, height);
  if (fault) throw new Error(`${file.name} has ${width} × ${height} pixels; ${fault}.`);
  const capture = guessCapture({ width, height }, pixelsOf(drawn(bitmap, guessSide)), 4);
  const copy = drawn(bitmap, copySide).toDataURL("image/jpeg", 0.8);
  bitmap.close();
  return { file, width, height, capture, url: URL.createObjectURL(file), copy };
}

/** What the service would refuse in a picture's size; undefined if nothing. */
function faultOf(width, height) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < limits.min_short_side) return `the short side needs at least ${limits.min_short_side}`;
  if (width * height > limits.max_pixels)
    return `a picture has at most ${limits.max_pixels / 1_000_000} megapixels`;
  if (long > limits.max_proportion * short)
    return `the long side is at most ${limits.max_proportion} times the short one`;
  return undefined;
}

/** By its name, too: not every browser knows the types. */
function adviceFor({ name, type }) {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type))
    return "Convert it to JPEG. An iPhone takes JPEG if Settings, Camera, Formats is Most Compatible.";
  if (/\.pdf$/i.test(name) || type === "application/pdf")
    return "Export page 1 as PNG: in Preview by File, Export; in Acrobat by Export a PDF, Image; else as a screenshot.";
  return "Choose one of these.";
}

/** The longer side of the copy that the browser keeps for the comparison after a reload, and of the one to guess by. */
const copySide = 1280;
const guessSide = 128;

/** A copy whose longer side is at most `side`, on white. */
function drawn(bitmap, side) {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;

/** Why a picture does not fit its capture type; undefined if it does. */
export function mismatchOf({ width, height }, capture) {
  if (capture !== "panorama360" || !width || Math.abs(width / height / 2 - 1) <= 0.01) return undefined;
  return `A 360° panorama is twice as wide as high, and this picture has ${width} × ${height} pixels.`;
}

const place = (jobId) => `before ${jobId}`;
const order = "before";
const most = 12;

/** Keeps what a job's picture looked like, and forgets the oldest of a dozen. */
export function keepBefore(jobId, copy) {
  if (!copy) return;
  const kept = [jobId, ...JSON.parse(localStorage.getItem(order) ?? "[]")];
  for (const old of kept.splice(most)) localStorage.removeItem(place(old));
  try {
    localStorage.setItem(place(jobId), copy);
    localStorage.setItem(order, JSON.stringify(kept));
  } catch {
    // A full store costs the comparison after a reload, nothing else.
  }
}

export const findBefore = (jobId) => localStorage.getItem(place(jobId)) ?? undefined;
