import type { Vec3 } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { towardsSun } from "../../../src/analysis/light/ground-sun.ts";
import { litGroundOf, shaded, sunny, sunnyPartOf } from "../../../src/analysis/light/shade.ts";
import { skyLightOf } from "../../../src/analysis/light/sky.ts";
import { camera, drawnTerrace } from "./drawn-terrace.ts";

const planes = { left: -5, right: 5, back: -9, front: 0.5, height: 4.5 };
const degrees = 180 / Math.PI;

/** Towards a sun that stands so many degrees to the right of what lies behind the camera, and so high. */
function sunAt(azimuth: number, rise: number): Vec3 {
  const [a, e] = [azimuth / degrees, rise / degrees];
  return [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
}

test.each([
  [-120, 50],
  [-60, 35],
  [60, 35],
  [90, 50],
  [150, 35],
])("the sun at %i degrees, %i high, is found by the shadows of a hut and a wall", (azimuth, rise) => {
  const { copy, floor } = drawnTerrace(sunAt(azimuth, rise));
  const [x = 0, y = 0, z = 0] = towardsSun(litGroundOf(copy, floor), camera) ?? [];
  const off = Math.abs(Math.atan2(x, z) * degrees - azimuth);
  expect(Math.min(off, 360 - off)).toBeLessThan(25);
  expect(Math.abs(Math.asin(y) * degrees - rise)).toBeLessThan(15);
});

test("shade keeps the sky's part of the light, and has no sun", () => {
  const { copy, floor } = drawnTerrace(sunAt(60, 35));
  const ground = litGroundOf(copy, floor);
  for (const [c, part] of [0.3, 0.34, 0.4].entries()) expect(ground.shade?.[c]).toBeCloseTo(part, 0.5);
  const counts = [shaded, sunny].map((state) => ground.state.filter((value) => value === state).length);
  for (const count of counts) expect(count).toBeGreaterThan(40);
  const part = sunnyPartOf(ground, copy);
  expect([part.includes(0), part.includes(255)]).toEqual([true, true]);
});

test("a terrace under an overcast sky has no sun, however dark its lawn is beside its paving", () => {
  const { copy, floor } = drawnTerrace();
  expect(litGroundOf(copy, floor).shade).toBeUndefined();
  expect(skyLightOf(copy, camera, planes, floor).sun).toBeUndefined();
});

test("sun and sky together light white ground as the photo shows it", () => {
  const { copy, floor } = drawnTerrace(sunAt(60, 35));
  const { sun, exposure } = skyLightOf(copy, camera, planes, floor);
  const [, kept = 0] = sun?.light.shade ?? [];
  const onGround = (sun?.light.radiance[1] ?? 0) * (sun?.light.towards[1] ?? 0);
  expect(onGround).toBeCloseTo((1 - kept) * exposure.white, 5);
});
