/** Of a floor plan, ink on white paper, more than this part is white: each colour above `white` of 255. */
const paper = { part: 0.45, white: 235 };

/**
 * The likely capture type of a picture: 2:1 is a panorama, ink on white paper is a floor plan, anything else is a photo.
 * `size` is the picture's; `pixels` are those of a small copy, a byte for each of its `channels`, the first three colours.
 */
export function guessCapture(size, pixels, channels) {
  if (Math.abs(size.width / size.height - 2) <= 0.02) return "panorama360";
  let white = 0;
  for (let at = 0; at < pixels.length; at += channels)
    if (Math.min(...pixels.subarray(at, at + 3)) > paper.white) white++;
  return white * channels > paper.part * pixels.length ? "floorplan" : "photo";
}
