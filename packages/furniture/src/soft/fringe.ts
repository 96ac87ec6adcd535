import { type BufferGeometry, Vector3 } from "three";
import { threads } from "../kit/threads.ts";

/** Length of a thread in metres, how much it sags, and threads for each line of the simulation. */
const [reach, sag, dense] = [0.045, 0.7, 3];

/** Threads at both ends of a throw's length (u): they go on the way that the cloth goes, and hang. */
export function fringe(sheet: BufferGeometry): BufferGeometry {
  const [position, uv] = [sheet.getAttribute("position"), sheet.getAttribute("uv")];
  const vertices = Array.from({ length: position.count }, (_, i) => i);
  const lines = [...Map.groupBy(vertices, (i) => uv.getY(i))]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line.sort((a, b) => uv.getX(a) - uv.getX(b)));
  const at = (i: number | undefined) => new Vector3().fromBufferAttribute(position, i ?? 0);
  const end = (last: number, before: number) =>
    lines.slice(1).flatMap((line, k) =>
      Array.from({ length: dense }, (_, n) => {
        const between = (nth: number) => at(lines[k]?.at(nth)).lerp(at(line.at(nth)), n / dense);
        const root = between(last);
        const way = root.clone().sub(between(before)).normalize();
        way.y -= sag + 0.3 * Math.sin(k * 5 + n * 2);
        return [root.toArray(), root.clone().addScaledVector(way.normalize(), reach).toArray()] as const;
      }),
    );
  return threads([...end(0, 1), ...end(-1, -2)]);
}
