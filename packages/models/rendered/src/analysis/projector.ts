import { axesOf } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";

const near = 0.05;

/** Projects many points and lines of the world with one camera. */
export interface Projector {
  /** The image of the line between two points, without the part behind the camera; nothing if all of it is behind. */
  line(a: Vec3, b: Vec3): [x1: number, y1: number, x2: number, y2: number] | undefined;
  /** The image position of a point, or nothing if it is behind. */
  point(a: Vec3): [x: number, y: number] | undefined;
  /** The point of the plane y = height that the pixel position shows, or nothing above the horizon. */
  onLevel(x: number, y: number, height: number): [x: number, z: number] | undefined;
}

export function projectorOf(camera: Camera): Projector {
  const [right, up, back] = axesOf(camera);
  const { focal, centreX, centreY, elevation } = camera;
  const seen = (point: Vec3): Vec3 => {
    const x = point[0];
    const y = point[1] - elevation;
    const z = point[2];
    return [
      right[0] * x + right[1] * y + right[2] * z,
      up[0] * x + up[1] * y + up[2] * z,
      -(back[0] * x + back[1] * y + back[2] * z),
    ];
  };
  return {
    line(a, b) {
      let p = seen(a);
      let q = seen(b);
      if (p[2] < near && q[2] < near) return undefined;
      const cut = (behind: Vec3, front: Vec3): Vec3 => {
        const t = (near - behind[2]) / (front[2] - behind[2]);
        return [behind[0] + t * (front[0] - behind[0]), behind[1] + t * (front[1] - behind[1]), near];
      };
      if (p[2] < near) p = cut(p, q);
      if (q[2] < near) q = cut(q, p);
      return [
        centreX + (focal * p[0]) / p[2],
        centreY - (focal * p[1]) / p[2],
        centreX + (focal * q[0]) / q[2],
        centreY - (focal * q[1]) / q[2],
      ];
    },
    point(a) {
      const p = seen(a);
      return p[2] < near ? undefined : [centreX + (focal * p[0]) / p[2], centreY - (focal * p[1]) / p[2]];
    },
    onLevel(x, y, height) {
      const a = (x - centreX) / focal;
      const b = (centreY - y) / focal;
      const dy = right[1] * a + up[1] * b - back[1];
      const t = (height - elevation) / dy;
      if (!(t > 0) || t > 1e4) return undefined;
      return [t * (right[0] * a + up[0] * b - back[0]), t * (right[2] * a + up[2] * b - back[2])];
    },
  };
}
