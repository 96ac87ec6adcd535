import type { Vec3 } from "@image-staging/tracer/scene";
import {
  type BufferGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Quaternion,
  Shape,
  SphereGeometry,
  SplineCurve,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from "three";
import { block } from "./block.ts";
import { metric } from "./uv.ts";

/** A straight leg or rail between two points, round (or square with `square`), tapering from `radius` to `end`. */
export function bar(from: Vec3, to: Vec3, radius: number, end = radius, square = false): BufferGeometry {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const way = b.clone().sub(a);
  const length = way.length();
  const geometry = square
    ? block(radius * 2, length, radius * 2, { radius: radius * 0.12 })
    : metric(new CylinderGeometry(end, radius, length, 12));
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.normalize());
  return geometry.applyQuaternion(turn).translate((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
}

/** A bent rod through points; `closed` makes it a hoop. */
export function rod(points: readonly Vec3[], radius: number, closed = false): BufferGeometry {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    closed,
    "centripetal",
  );
  const geometry = new TubeGeometry(curve, Math.min(96, points.length * 7), radius, 8, closed);
  const length = curve.getLength();
  const uv = geometry.getAttribute("uv");
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getX(i) * length, uv.getY(i) * radius * 2 * Math.PI);
  return geometry;
}

/** A shape turned about y from its profile of [radius, height] points; smooth, or with the corners kept. */
export function turned(
  profile: readonly (readonly [number, number])[],
  { smooth = false, segments = 36 } = {},
): BufferGeometry {
  const corners = profile.map(([radius, height]) => new Vector2(Math.max(radius, 0.0001), height));
  const points = smooth ? new SplineCurve(corners).getPoints(corners.length * 5) : corners;
  const safe = points.map((point) => new Vector2(Math.max(point.x, 0.0001), point.y));
  const geometry = new LatheGeometry(safe, segments);
  const uv = geometry.getAttribute("uv");
  const position = geometry.getAttribute("position");
  const widest = Math.max(...safe.map((point) => point.x));
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getX(i) * widest * 2 * Math.PI, position.getY(i));
  return geometry;
}

/** A round plate or table top with a softened edge, its lower side at y = 0. */
export function disc(
  radius: number,
  thickness: number,
  edge = Math.min(0.006, thickness / 2),
): BufferGeometry {
  return metric(
    turned(
      [
        [0, 0],
        [radius - edge * 1.6, 0],
        [radius - edge * 0.4, edge * 0.4],
        [radius, edge],
        [radius, thickness - edge],
        [radius - edge * 0.4, thickness - edge * 0.4],
        [radius - edge, thickness],
        [0, thickness],
      ],
      { segments: 56 },
    ),
  );
}

/** A flat board from its outline in x and y, `thickness` along z, centred in z, with a small bevel. */
export function board(
  outline: readonly (readonly [number, number])[],
  thickness: number,
  { smooth = false, bevel = 0.004 } = {},
): BufferGeometry {
  const shape = new Shape();
  const points = outline.map(([x, y]) => new Vector2(x, y));
  const [first] = points;
  if (smooth && first) {
    shape.setFromPoints(closedSpline(points));
  } else {
    shape.setFromPoints(points);
  }
  const geometry = new ExtrudeGeometry(shape, {
    depth: thickness - bevel * 2,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelThickness: bevel,
    bevelSegments: 2,
    curveSegments: 8,
  });
  return metric(geometry.translate(0, 0, -thickness / 2 + bevel));
}

function closedSpline(points: readonly Vector2[]): Vector2[] {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(point.x, point.y, 0)),
    true,
    "centripetal",
  );
  return curve.getPoints(points.length * 6).map((point) => new Vector2(point.x, point.y));
}

export function ball(radius: number, segments = 24): BufferGeometry {
  return metric(new SphereGeometry(radius, segments, Math.round(segments * 0.7)));
}

/** A hoop that lies in x and y. */
export function hoop(radius: number, thickness: number): BufferGeometry {
  return metric(new TorusGeometry(radius, thickness, 10, 56));
}
