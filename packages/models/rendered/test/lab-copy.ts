import { Plane } from "@image-staging/picture/plane";
import type { Size } from "@image-staging/picture/size";
import type { WorkingCopy } from "@image-staging/picture/working-copy";

/** A working copy of which lightness and colour (Lab) alone are known. */
export const copyOfLab = (size: Size, ...lab: [Float32Array, Float32Array, Float32Array]): WorkingCopy => {
  const [lightness, a, b] = lab;
  const planes = [new Plane(size, lightness), new Plane(size, a), new Plane(size, b)] as const;
  return { ...size, scale: 1, rgb: new Uint8Array(0), lab: planes };
};
