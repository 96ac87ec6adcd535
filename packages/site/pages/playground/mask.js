/** What is painted is painted in this. */
export const colour = "#e5006d";
const channels = [229, 0, 109];

const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

/** The painted part of a canvas, from 0 to 1. */
export function shareOf(canvas) {
  const { data } = pixelsOf(canvas);
  let painted = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 127) painted++;
  return painted / (data.length / 4);
}

/** Draws a mask, white on black, on a canvas as painted. */
export function drawMask(canvas, mask) {
  const paint = canvas.getContext("2d");
  paint.drawImage(mask, 0, 0, canvas.width, canvas.height);
  const pixels = pixelsOf(canvas);
  const { data } = pixels;
  for (let i = 0; i < data.length; i += 4) data.set([...channels, data[i] > 127 ? 255 : 0], i);
  paint.putImageData(pixels, 0, 0);
}

/** What is painted on a canvas as a mask: white on black, as a PNG. */
export function maskOf(canvas) {
  const pixels = pixelsOf(canvas);
  const { data } = pixels;
  for (let i = 0; i < data.length; i += 4) {
    const shade = data[i + 3] > 127 ? 255 : 0;
    data.set([shade, shade, shade, 255], i);
  }
  const { width, height } = canvas;
  const mask = Object.assign(document.createElement("canvas"), { width, height });
  mask.getContext("2d").putImageData(pixels, 0, 0);
  return new Promise((resolve) => mask.toBlob(resolve, "image/png"));
}
