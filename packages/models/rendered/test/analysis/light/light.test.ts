import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { AreaLight, Camera, Opening } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { lightOf } from "../../../src/analysis/light/light.ts";

const planes = { left: -2, right: 2, back: -4, front: 0.5, height: 2.6 };
const camera: Camera = {
  ...{ width: 240, height: 160, focal: 150, centreX: 120, centreY: 80 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};

/** The lights of a grey room with a white window of this width in its back wall; this and the ceiling have this 8-bit level. */
function lightsOf(wide: number, level = 170): readonly AreaLight[] {
  const half = (wide / 2) * (camera.focal / -planes.back);
  const data = Uint8Array.from({ length: camera.width * camera.height * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % camera.width, Math.floor(i / 3 / camera.width)];
    if (Math.abs(x - 120) < half && y > 45 && y < 90) return 255;
    return y < 31 || (Math.abs(x - 120) < 75 && y < 129) ? level : 170;
  });
  const window: Opening = {
    ...{ kind: "window", wall: "back", from: -wide / 2, to: wide / 2, bottom: 1.03, top: 2.23 },
  };
  return lightOf(workingCopyOf({ ...camera, data }), camera, planes, [window]).light.areas;
}

const brightest = (lights: readonly AreaLight[]): number =>
  Math.max(...lights.filter(({ corner }) => corner[2] < 0).map(({ radiance }) => radiance[1]));
const behindCamera = (lights: readonly AreaLight[]): readonly AreaLight[] =>
  lights.filter(({ corner }) => corner[2] > 0);

test("what faces the camera is lit as the wall behind it", () => {
  const [some, more] = [110, 170].map((level) => behindCamera(lightsOf(2, level))[0]?.radiance[1] ?? 0);
  expect(more).toBeGreaterThan(some ?? 0);
});

test("a small window does not outshine the sky: the rest comes from behind the camera", () => {
  const lights = lightsOf(0.4);
  expect(brightest(lights)).toBeLessThan(26);
  expect(behindCamera(lights).length).toBe(1);
});
