import type { Picture } from "@image-staging/picture/picture";
import { between, randomOf } from "@image-staging/picture/random";

/** A grade that an honest model or its encoder gives a picture: exposure, contrast, white balance, colour, vignette, grain. */
export function graded({ width, height, data }: Picture, seed: number): Picture {
  const random = randomOf(seed * 131 + 7);
  const gain = 2 ** between(random, -0.3, 0.35);
  const contrast = between(random, 0.9, 1.12);
  const balance = [between(random, 0.95, 1.05), 1, between(random, 0.94, 1.06)];
  const colour = between(random, 0.85, 1.2);
  const [vignette, grain] = [random() < 0.4 ? between(random, -0.12, 0.15) : 0, between(random, 0, 2.5)];
  const result = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const [x, y] = [((i / 3) % width) / width - 0.5, Math.floor(i / 3 / width) / height - 0.5];
    const light = gain ** (1 / 2.2) * (1 - vignette * 2 * (x * x + y * y));
    const rgb = [0, 1, 2].map((c) => (data[i + c] ?? 0) * light * (balance[c] ?? 1));
    const grey = 0.3 * (rgb[0] ?? 0) + 0.59 * (rgb[1] ?? 0) + 0.11 * (rgb[2] ?? 0);
    const noise = (random() + random() + random() - 1.5) * grain * 1.6;
    for (let c = 0; c < 3; c++) {
      const value = 128 + (grey + ((rgb[c] ?? 0) - grey) * colour - 128) * contrast;
      result[i + c] = Math.max(0, Math.min(255, Math.round(value + noise)));
    }
  }
  return { width, height, data: result };
}
