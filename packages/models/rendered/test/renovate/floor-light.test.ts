import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import type { Analysis } from "../../src/analysis/analysis.ts";
import { floorLightOf, lightAt } from "../../src/renovate/floor-light.ts";
import { camera, floor, planes } from "./small-room.ts";

const analysis = { room: planes, exposure: { whitePoint: [1, 1, 1] } } as unknown as Analysis;

const isPatch = (x: number, y: number): boolean => x >= 90 && x < 150 && y > 138;

/** The light on a floor of a colour with a patch of sun that shows as another. */
function lightOf(floorColour: readonly number[], sun: readonly number[], isSunny = isPatch) {
  const data = new Uint8Array(floor.length * 3);
  const sunny = Uint8Array.from(floor, (_, i) => (isSunny(i % 240, Math.floor(i / 240)) ? 1 : 0));
  for (let i = 0; i < floor.length; i++) data.set(sunny[i] ? sun : floorColour, i * 3);
  return floorLightOf({ copy: workingCopyOf({ ...camera, data }), camera, floor, sunny }, analysis);
}

test("a floor mirrors nothing where the photo clips the sun to white, at its edges and beyond the photo's border", () => {
  expect(Math.max(...lightOf([120, 70, 40], [255, 253, 250]).mirrored)).toBeLessThan(0.02);
});

test("sun that is white in the photo of a light floor is as bright as sun is, and sun that shows keeps its brightness", () => {
  expect(lightAt(lightOf([188, 188, 188], [255, 255, 255]), 0, -3).received).toBeCloseTo(3);
  expect(lightAt(lightOf([150, 150, 150], [225, 225, 225]), 0, -3).received).toBeCloseTo(2.46, 1);
});

test("sun on a dark floor is at most four times as bright as the rest, or a lighter floor would be white in it", () => {
  for (const sun of [
    [225, 200, 180],
    [255, 253, 250],
  ])
    expect(lightAt(lightOf([90, 60, 45], sun), 0, -3).received).toBeCloseTo(4);
});

test("the edges of sun and of a window's bar in it lie where the photo has them, a few centimetres wide", () => {
  const isBar = (x: number): boolean => x >= 117 && x < 123;
  const light = lightOf([150, 150, 150], [225, 225, 225], (x, y) => isPatch(x, y) && !isBar(x));
  expect(lightAt(light, 0, -3).received).toBeCloseTo(1, 1);
  expect(lightAt(light, 0.1, -3).received).toBeCloseTo(2.46, 1);
  expect(lightAt(light, 0.58, -3).received).toBeCloseTo(2.46, 1);
  expect(lightAt(light, 0.62, -3).received).toBeCloseTo(1, 1);
});

test("a floor receives as much out of the sun if that covers most of it", () => {
  const light = lightOf([150, 150, 150], [225, 225, 225], (x) => x < 180);
  expect(lightAt(light, 1.5, -3).received).toBeCloseTo(1, 1);
  expect(lightAt(light, 0, -3).received).toBeCloseTo(2.46, 1);
});
