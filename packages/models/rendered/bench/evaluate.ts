import { parseArgs } from "node:util";
import { generateRoom } from "../src/rooms/index.ts";
import { described, type Evaluated, evaluated, reportOf } from "./evaluation.ts";

const shapes = [
  [3, 2],
  [4, 3],
  [3, 4],
] as const;

/** Draws rooms, analyses their pictures, furnishes them and prints, room by room, how far the analysis is from the truth. */
function main(): void {
  const { values } = parseArgs({
    options: {
      rooms: { type: "string", default: "20" },
      seed: { type: "string", default: "1000" },
      size: { type: "string", default: "900" },
    },
  });
  const [count, first, size] = [Number(values.rooms), Number(values.seed), Number(values.size)];
  const rooms = Array.from({ length: count }, (_, i): Evaluated => {
    const [w, h] = shapes[(first + i) % shapes.length] as (typeof shapes)[number];
    const unit = size / Math.max(w, h);
    const shape = { width: Math.round(w * unit), height: Math.round(h * unit) };
    const room = evaluated(generateRoom(first + i, shape), first + i);
    console.log(described(room));
    return room;
  });
  console.log(reportOf(rooms));
}

main();
