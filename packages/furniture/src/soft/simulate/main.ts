import { writeFileSync } from "node:fs";
import { randomOf } from "@image-staging/picture/random";
import type { Cloth } from "./cloth.ts";
import { packed } from "./codec.ts";
import { pillow, seat } from "./cushions.ts";
import { armThrow, duvet, footThrow, spread } from "./drapes.ts";

/** Everything soft that pieces are made of. Names are those that `soft()` takes. */
const goods: Record<string, () => Cloth> = {
  pillow1: () => pillow(0.5, 0.5, 0.9, randomOf(1)),
  pillow2: () => pillow(0.5, 0.5, 0.7, randomOf(2)),
  lumbar: () => pillow(0.56, 0.34, 0.8, randomOf(3)),
  sleeping: () => pillow(0.7, 0.48, 0.55, randomOf(4)),
  back: () => pillow(0.7, 0.5, 1.5, randomOf(5)),
  seat1: () => seat(0.7, 0.16, 0.66, 0.035, randomOf(6)),
  seat2: () => seat(0.7, 0.16, 0.66, 0.045, randomOf(7)),
  duvet: () => duvet(1.6, randomOf(8)),
  duvetSingle: () => duvet(0.9, randomOf(9)),
  footThrow: () => footThrow(1.6, randomOf(10)),
  footThrowSingle: () => footThrow(0.9, randomOf(11)),
  armThrow: () => armThrow(0.18, randomOf(12)),
  spread: () => spread(randomOf(13)),
};

const only = process.argv.slice(2);
const file = new URL("../goods.json", import.meta.url);
const stored: Record<string, ReturnType<typeof packed>> = {};
for (const [name, make] of Object.entries(goods)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const start = Date.now();
  stored[name] = packed(make());
  console.log(
    `${name}: ${stored[name].vertices} vertices, ${stored[name].data.length} bytes, ${Date.now() - start} ms`,
  );
}
const before = only.length > 0 ? JSON.parse((await import("node:fs")).readFileSync(file, "utf8")) : {};
writeFileSync(file, `${JSON.stringify({ ...before, ...stored }, null, 2)}\n`);
