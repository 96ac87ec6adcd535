import { float64At, uint8At, uint16At, uint32At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { maskWhere } from "@image-staging/picture/mask";
import type { Picture } from "@image-staging/picture/picture";
import { runLengths } from "@image-staging/picture/run-lengths";
import type { Size } from "@image-staging/picture/size";

/** What is drawn on a plan's paper. */
export interface Ink extends Size {
  /** Luminance of each pixel over the paper's, 0 to 255. */
  light: Uint8Array;
  /** 1 where something is drawn. */
  drawn: Uint8Array;
  /** The smaller of a drawn pixel's runs along row and column: how thick the stroke is there. */
  thickness: Uint16Array;
  /** The usual thickness of a thin line. */
  line: number;
  /** The paper's luminance, 0 to 255. */
  paper: number;
}

/** A plan's ink as it is understood so far: 1 on its lettering, and pixels of a metre. */
export interface Reading {
  ink: Ink;
  letters: Uint8Array;
  scale: number;
}

/** A pixel is drawn if it is darker than this part of the paper. */
const inkLevel = 190;

/** Finds the ink. Returns undefined if the picture is not a drawing on light paper. */
export function findInk({ width, height, data }: Picture): Ink | undefined {
  const light = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  for (let i = 0; i < light.length; i++) {
    const at = i * 3;
    const value = relativeLuminance(uint8At(data, at), uint8At(data, at + 1), uint8At(data, at + 2));
    light[i] = value;
    counts[Math.floor(value)] = uint32At(counts, Math.floor(value)) + 1;
  }
  const paper = paperOf(counts);
  if (paper < 150) return undefined;
  let bright = 0;
  for (let i = 0; i < light.length; i++) {
    light[i] = Math.min(255, (uint8At(light, i) * 255) / paper);
    if (uint8At(light, i) > 225) bright++;
  }
  // Paper covers most of a plan; in a photo no shade does.
  if (bright < light.length * 0.4) return undefined;
  const drawn = light.map((value) => (value < inkLevel ? 1 : 0));
  const size = { width, height };
  const inked = withoutFills(drawn, light, size);
  const thickness = thicknessOf(inked, size);
  return { ...size, light, drawn: inked, thickness, line: lineOf(thickness), paper };
}

function thicknessOf(drawn: Uint8Array, size: Size): Uint16Array {
  const [rows, columns] = [runLengths(drawn, size, "x"), runLengths(drawn, size, "y")];
  return rows.map((length, i) => Math.min(length, uint16At(columns, i)));
}

/** Walls are darker than this part of the paper if many strokes are; then what is lighter and wider than they is a coloured floor. */
const dark = 90;
/** The part of the picture that dark walls are at least, and how much wider than they a floor is: windows are as wide. */
const [fewest, wider] = [0.005, 1.25];
/** How far a floor's corners are from where it is wide, over half of that width. */
const corner = 1.5;

/** What is drawn without coloured floors. Plans with grey or red walls have nothing dark that is wide, and keep all. */
function withoutFills(drawn: Uint8Array, light: Uint8Array, size: Size): Uint8Array {
  const isDark = drawn.map((value, i) => (value && uint8At(light, i) < dark ? 1 : 0));
  const thickness = thicknessOf(isDark, size);
  const wide = Math.max(4, 2 * lineOf(thickness));
  const walls = thickness.filter((one) => one >= wide).sort();
  if (walls.length < fewest * drawn.length) return drawn;
  const least = (wider / 2) * uint16At(walls, Math.floor(walls.length * 0.8));
  const depth = distancesTo(
    maskWhere(drawn.length, (i) => !drawn[i] || uint16At(thickness, i) >= wide),
    size,
  );
  const toFloor = distancesTo(
    drawn.map((_, i) => (depth.at(i) > least ? 1 : 0)),
    size,
  );
  return drawn.map((value, i) => (value && (isDark[i] || toFloor.at(i) > corner * least + 1) ? 1 : 0));
}

/** The most frequent shade of the bright half. */
function paperOf(counts: Uint32Array): number {
  let paper = 255;
  for (let level = 128; level < 256; level++)
    if (uint32At(counts, level) > uint32At(counts, paper)) paper = level;
  return paper;
}

/**
 * The thickness up to which a third of all strokes thinner than 12 pixels go: walls can be most of the rest. If many strokes
 * are thinner by far, that is a thin wall's thickness.
 */
function lineOf(thickness: Uint16Array, limit = 12): number {
  const counts = new Float64Array(limit);
  for (const value of thickness)
    if (value > 0 && value < limit) counts[value] = float64At(counts, value) + 1 / value;
  const upTo = (most: number): number => counts.slice(0, most + 1).reduce((sum, count) => sum + count, 0);
  const all = upTo(limit);
  const line = counts.findIndex((_, value) => value > 0 && upTo(value) >= all / 3);
  if (line < 0) return 2;
  return upTo(Math.floor(0.4 * line)) > all / 5 ? lineOf(thickness, line) : line;
}
