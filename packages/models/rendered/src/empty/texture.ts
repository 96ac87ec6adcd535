import { float32At, uint8At } from "@image-staging/picture/at";

/** A texture of cells, row by row, of three values each. */
export interface Texture {
  columns: number;
  rows: number;
  values: Float32Array;
  /** 1 for each cell that may be copied. */
  source: Uint8Array;
  /** 1 for each cell to fill. */
  hole: Uint8Array;
  /** What copying each cell costs, in squares of values. */
  dullness: Float32Array;
}

/** Half the size: what is known of four cells is their mean; a source has no cell to fill. */
export function halvedTexture({ columns, rows, values, source, hole, dullness }: Texture): Texture {
  const [width, height] = [Math.ceil(columns / 2), Math.ceil(rows / 2)];
  const small: Texture = {
    ...{ columns: width, rows: height, values: new Float32Array(3 * width * height) },
    ...{ source: new Uint8Array(width * height), hole: new Uint8Array(width * height) },
    dullness: new Float32Array(width * height),
  };
  for (let i = 0; i < width * height; i++) {
    const [x, z] = [2 * (i % width), 2 * Math.floor(i / width)];
    let [sources, holes] = [0, 0];
    for (let s = 0; s < 4; s++) {
      const [u, v] = [x + (s & 1), z + (s >> 1)];
      if (u >= columns || v >= rows) continue;
      const k = v * columns + u;
      holes += uint8At(hole, k);
      if (!uint8At(source, k)) continue;
      sources++;
      small.dullness[i] = Math.max(float32At(small.dullness, i), float32At(dullness, k));
      for (let c = 0; c < 3; c++)
        small.values[3 * i + c] = float32At(small.values, 3 * i + c) + float32At(values, 3 * k + c);
    }
    for (let c = 0; c < 3; c++)
      small.values[3 * i + c] = float32At(small.values, 3 * i + c) / Math.max(1, sources);
    if (holes > 0) small.hole[i] = 1;
    else if (sources > 1) small.source[i] = 1;
  }
  return small;
}
