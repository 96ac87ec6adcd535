import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";
import { lumaOf } from "../view.ts";
import { Field } from "./field.ts";

/** How finely light may differ, and the colour of light: local tone, and lamps and daylight in one room. */
const ofLight = { cells: 6, shades: 24 };
const ofColour = { cells: 5, shades: 8 };
/** Differences beyond these are no grade's: levels, and logarithms of colours. */
const lightSlack = 12;
const colourSlack = 0.08;
/** Half the side of the squares that differences are averaged over, in pixels: grain has none there. */
const reach = 3;
/** Levels at which a channel's end begins: colours are lost there. */
const [dark, white] = [10, 244];
/** Pixels of three channels. */
export type Rgb = Dimensions & { pixels: Uint8Array };
type Planes = readonly [light: Float32Array, red: Float32Array, blue: Float32Array];

/**
 * The differences that no grade explains, each pixel the mean of a small square: of light in levels, of red and of blue to
 * green in hundredths of their logarithms. A grade changes light and the colour of light smoothly from place to place and from
 * shade to shade, and may make colours stronger or fainter. Both pictures have the same size.
 */
export function differences(source: Rgb, candidate: Rgb): Planes {
  const count = source.width * source.height;
  const [light, usable] = [new Float32Array(count), new Float32Array(count)];
  const [before, after] = [planesOf(source), planesOf(candidate)];
  const shade = shadesOf(before[0]);
  for (let i = 0; i < count; i++) {
    light[i] = (after[0][i] ?? 0) - (before[0][i] ?? 0);
    usable[i] = hasColour(source, i) && hasColour(candidate, i) ? 1 : 0;
  }
  const lightField = new Field(source, shade, ofLight);
  const colourField = new Field(source, shade, ofColour);
  const explained = lightField.fit(light, new Float32Array(count).fill(1), lightSlack);
  const left = light.map((value, i) => value - (explained[i] ?? 0));
  const colours = [1, 2].map((plane) => {
    const [from, to] = [before[plane] ?? light, after[plane] ?? light];
    return strangeColour(colourField, shade, from, to, usable);
  });
  return [left, ...colours].map((plane) => evened(plane, source)) as unknown as Planes;
}

/** How light each pixel is, from 0 to 1: half by its level, half by its rank, so that common shades are told apart. */
function shadesOf(light: Float32Array): Float32Array {
  const darker = new Float32Array(256);
  for (const level of light) darker[Math.round(level)] = (darker[Math.round(level)] ?? 0) + 1 / light.length;
  for (let level = 1; level < 256; level++) darker[level] = (darker[level] ?? 0) + (darker[level - 1] ?? 0);
  return light.map((level) => (level / 255 + (darker[Math.round(level)] ?? 0)) / 2);
}

/** What is left of the change of one colour once a field, and stronger or fainter colours, are taken out. */
function strangeColour(
  field: Field,
  shade: Float32Array,
  from: Float32Array,
  to: Float32Array,
  usable: Float32Array,
) {
  const change = to.map((value, i) => value - (from[i] ?? 0));
  const without = (values: Float32Array) => {
    const fitted = field.fit(values, usable, colourSlack);
    return values.map((value, i) => value - (fitted[i] ?? 0));
  };
  const own = without(from);
  const rest = without(change);
  // How much stronger colours are, by shade.
  const bands = 5;
  const [products, squares] = [new Float32Array(bands), new Float32Array(bands)];
  for (let i = 0; i < rest.length; i++) {
    const band = Math.min(bands - 1, Math.floor((shade[i] ?? 0) * bands));
    const weight = usable[i] ?? 0;
    const q = Math.max(-0.5, Math.min(0.5, own[i] ?? 0));
    products[band] = (products[band] ?? 0) + weight * q * Math.max(-0.3, Math.min(0.3, rest[i] ?? 0));
    squares[band] = (squares[band] ?? 0) + weight * q * q;
  }
  const stronger = products.map((product, band) =>
    Math.max(-0.7, Math.min(0.7, product / ((squares[band] ?? 0) + 0.2))),
  );
  return rest.map((value, i) => {
    const at = Math.min(bands - 1, Math.floor((shade[i] ?? 0) * bands));
    return usable[i] === 1 ? 100 * (value - (stronger[at] ?? 0) * (own[i] ?? 0)) : 0;
  });
}

function hasColour({ pixels }: Rgb, i: number): boolean {
  const channels = [pixels[i * 3] ?? 0, pixels[i * 3 + 1] ?? 0, pixels[i * 3 + 2] ?? 0];
  return Math.min(...channels) >= dark && Math.max(...channels) <= white;
}

/** Light, and the logarithms of red and of blue over green. */
function planesOf({ pixels }: Rgb): Planes {
  const planes = [0, 1, 2].map(() => new Float32Array(pixels.length / 3)) as unknown as Planes;
  for (let i = 0; i < planes[0].length; i++) {
    const [red, green, blue] = [pixels[i * 3] ?? 0, pixels[i * 3 + 1] ?? 0, pixels[i * 3 + 2] ?? 0];
    planes[0][i] = lumaOf(red, green, blue);
    planes[1][i] = Math.log((red + 4) / (green + 4));
    planes[2][i] = Math.log((blue + 4) / (green + 4));
  }
  return planes;
}

/** The mean of the square around each pixel. */
function evened(plane: Float32Array, { width, height }: Dimensions): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return plane.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    const at = (column: number, row: number) => sums[row * (width + 1) + column] ?? 0;
    const sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
    return sum / ((right - left) * (bottom - top));
  });
}

/** The deviation of light in the square around a place twice as wide as what differences are averaged over. */
export function spreadAround({ width, height, pixels }: Rgb, place: number): number {
  const [column, row] = [place % width, Math.floor(place / width)];
  let [sum, squares, count] = [0, 0, 0];
  for (let y = Math.max(0, row - 2 * reach); y <= Math.min(height - 1, row + 2 * reach); y++)
    for (let x = Math.max(0, column - 2 * reach); x <= Math.min(width - 1, column + 2 * reach); x++) {
      const light = pixels[(y * width + x) * 3 + 1] ?? 0;
      sum += light;
      squares += light * light;
      count++;
    }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
