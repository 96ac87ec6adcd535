import type { BufferGeometry } from "three";
import { surface } from "./surface.ts";

export interface Station {
  x: number;
  z: number;
  /** Lower and upper edge at this place. */
  bottom: number;
  top: number;
  thickness: number;
}

/**
 * An upholstered wall that follows a path seen from above: the back of a tub chair, a curved sofa, a basket. Its
 * section is a rounded rectangle; both ends are rounded off.
 */
export function wall(stations: readonly Station[], roundness = 0.5): BufferGeometry {
  const around = 20;
  const ring = Array.from({ length: around }, (_, i) => {
    const angle = (i / around) * Math.PI * 2;
    const shape = (value: number): number => Math.sign(value) * Math.abs(value) ** roundness;
    return [shape(Math.cos(angle)), shape(Math.sin(angle))] as const;
  });
  const dense = rounded(stations);
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  let way = 0;
  dense.forEach((station, i) => {
    const [before, after] = [dense[Math.max(0, i - 1)] ?? station, dense[i + 1] ?? station];
    const [dx, dz] = [after.x - before.x, after.z - before.z];
    const length = Math.hypot(dx, dz) || 1;
    const previous = dense[i - 1];
    if (previous) way += Math.hypot(station.x - previous.x, station.z - previous.z);
    const [middle, half] = [(station.bottom + station.top) / 2, (station.top - station.bottom) / 2];
    ring.forEach(([across, up], j) => {
      const out = (across * station.thickness) / 2;
      positions.push(station.x + (dz / length) * out, middle + up * half, station.z - (dx / length) * out);
      uvs.push(way, up * half + (across > 0 ? 0 : 2));
      if (i + 1 < dense.length) {
        const [a, b] = [i * around + j, i * around + ((j + 1) % around)];
        indices.push(a, b, a + around, b, b + around, a + around);
      }
    });
  });
  return surface(positions, uvs, indices);
}

/** Adds a few shrinking stations at both ends. */
function rounded(stations: readonly Station[]): Station[] {
  const [first, second] = stations;
  const [last, beforeLast] = [stations.at(-1), stations.at(-2)];
  if (!first || !second || !last || !beforeLast) throw new Error("a wall needs at least two stations");
  const cap = (end: Station, inside: Station): Station[] => {
    const [dx, dz] = [end.x - inside.x, end.z - inside.z];
    const length = Math.hypot(dx, dz) || 1;
    return [0.25, 0.5, 0.75, 0.93, 1].map((part) => {
      const size = Math.max(0.001, Math.sqrt(1 - part * part));
      const reach = (part * end.thickness) / 2;
      const [middle, half] = [(end.bottom + end.top) / 2, (end.top - end.bottom) / 2];
      const flat = half - (end.thickness / 2) * (1 - size);
      return {
        x: end.x + (dx / length) * reach,
        z: end.z + (dz / length) * reach,
        bottom: middle - flat * (part === 1 ? 0.02 : 1),
        top: middle + flat * (part === 1 ? 0.02 : 1),
        thickness: end.thickness * size,
      };
    });
  };
  return [...cap(first, second).reverse(), ...stations, ...cap(last, beforeLast)];
}
