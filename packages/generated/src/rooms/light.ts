import { float64At } from "@image-staging/picture/at";
import { buildBvh } from "@image-staging/tracer/bvh";
import { environmentOf, faceNames, pointOn } from "@image-staging/tracer/environment";
import { flatten } from "@image-staging/tracer/geometry";
import { Illumination } from "@image-staging/tracer/illumination";
import { normals, turnOf } from "@image-staging/tracer/light-grid";
import { sampledLights } from "@image-staging/tracer/lights";
import { meanColor } from "@image-staging/tracer/materials";
import { Point } from "@image-staging/tracer/ray";
import type {
  AreaLight,
  FaceRadiance,
  Light,
  Placement,
  Rgb,
  Vec3,
  WallName,
} from "@image-staging/tracer/scene";
import { Sun } from "@image-staging/tracer/sun";
import { Tracer } from "@image-staging/tracer/tracer";
import { onWall, type Span } from "./frame.ts";
import type { RoomPlan } from "./plan.ts";

/** Cells of a face along its sides, how often light goes back and forth, and rays at each cell. */
interface LightEffort {
  cells: number;
  bounces: number;
  rays: { hemisphere: number; direct: number };
}

const full: LightEffort = { cells: 14, bounces: 4, rays: { hemisphere: 48, direct: 16 } };

/** The room's light: sky in the windows, lamps, and what floor, walls and ceiling throw at one another. */
export function lightOf(plan: RoomPlan, shell: Placement, effort: LightEffort = full): Light {
  const { cells, bounces } = effort;
  const areas = areasOf(plan);
  const { sun } = plan.light;
  const { box, finishes } = plan;
  const geometry = flatten([shell]);
  const tracer = new Tracer(buildBvh(geometry));
  const albedos = faceNames.map((name) => {
    if (name === "floor") return meanColor(finishes.floor);
    return meanColor(name === "ceiling" ? finishes.ceiling : finishes.walls[name]);
  });
  let faces = black(cells);
  for (let bounce = 0; bounce < bounces; bounce++) {
    const lighting = {
      environment: environmentOf(box, { faces, areas: [] }),
      gloss: { maps: [] },
      lights: sampledLights(areas, box),
      sun,
      camera: plan.camera,
      ambient: new Float64Array(18),
      albedos: new Float32Array(geometry.materials.length * 3),
      shell: new Uint8Array(geometry.materials.length).fill(1),
    };
    const illumination = new Illumination(tracer, lighting, geometry);
    faces = bounced(plan, { illumination, sun: new Sun(tracer, lighting) }, albedos, effort);
  }
  return { areas, faces, ...(sun ? { sun } : {}) };
}

function black(cells: number): Light["faces"] {
  const dark = (): FaceRadiance => ({
    columns: cells,
    rows: cells,
    radiance: new Float32Array(cells * cells * 3),
  });
  return { left: dark(), right: dark(), back: dark(), front: dark(), floor: dark(), ceiling: dark() };
}

function bounced(
  { box, openings, light }: RoomPlan,
  { illumination, sun }: { illumination: Illumination; sun: Sun },
  albedos: readonly Rgb[],
  { cells, rays }: LightEffort,
): Light["faces"] {
  const faces = black(cells);
  for (const [face, name] of faceNames.entries()) {
    const [nx, ny, nz] = normals[face] ?? normals[2];
    const point = new Point().facing(nx, ny, nz);
    const holes = openings.filter(
      ({ wall, kind }) => wall === name && (kind === "window" || kind === "passage"),
    );
    for (let k = 0; k < cells * cells; k++) {
      const [s, t] = [((k % cells) + 0.5) / cells, (Math.floor(k / cells) + 0.5) / cells];
      const [x, y, z] = pointOn(box, face, s, t);
      const along = face < 2 ? z : x;
      if (holes.some(({ from, to, bottom, top }) => along > from && along < to && y > bottom && y < top))
        continue;
      point.at(x + nx * 0.03, y + ny * 0.03, z + nz * 0.03);
      illumination.at(point, rays, turnOf(k, face), turnOf(face, k));
      const share = sun.share(point);
      const open = share > 0 && sun.reaches(point) ? share : 0;
      for (let c = 0; c < 3; c++) {
        const received = float64At(illumination.lit, c) + open * (light.sun?.radiance[c] ?? 0);
        faces[name].radiance[k * 3 + c] = received * (albedos[face]?.[c] ?? 0.5);
      }
    }
  }
  return faces;
}

/** A light in each window, outside its frame, one under a lamp that is on, and a weak one behind the camera. */
function areasOf({ box, openings, light, finishes }: RoomPlan): AreaLight[] {
  const areas: AreaLight[] = [];
  for (const opening of openings) {
    const { kind } = opening;
    if (kind !== "window" && kind !== "passage") continue;
    const strength = kind === "window" ? 1 : light.passage * 0.3;
    areas.push(inWall(box, opening, light.sky.map((value) => value * strength) as unknown as Rgb));
  }
  const [x, z] = [(box.left + box.right) / 2, (box.back + box.front) / 2 - 0.3];
  if (light.lamp > 0 && finishes.lamp !== "none" && finishes.lamp !== "spots") {
    const height = box.height - (finishes.lamp === "bowl" ? 0.13 : 0.82);
    const lamp: Rgb = [light.lamp * 1.2, light.lamp, light.lamp * 0.75];
    areas.push({ corner: [x - 0.15, height, z - 0.15], u: [0.3, 0, 0], v: [0, 0, 0.3], radiance: lamp });
  }
  const fill: Rgb = [light.fill, light.fill, light.fill];
  areas.push({
    corner: [box.left + 0.2, box.height - 0.02, box.front - 1],
    u: [box.right - box.left - 0.4, 0, 0],
    v: [0, 0, 0.9],
    radiance: fill,
  });
  return areas;
}

function inWall(
  box: RoomPlan["box"],
  { wall, from, to, bottom, top }: Span & { wall: WallName },
  radiance: Rgb,
): AreaLight {
  const corner = onWall(box, wall, from - 0.1, bottom - 0.1, 0.4);
  const end = onWall(box, wall, to + 0.1, bottom - 0.1, 0.4);
  const u: Vec3 = [end[0] - corner[0], 0, end[2] - corner[2]];
  return { corner, u, v: [0, top - bottom + 0.3, 0], radiance };
}
