import { expect, it } from "vitest";
import { prepare } from "../src/index.ts";
import { Ray } from "../src/ray.ts";
import { Reflection } from "../src/reflection.ts";
import { simpleRoom } from "./simple-room.ts";

it("a mirror shows the room that the photo shows where no photo shows it, and what is rough the room's own light", () => {
  const scene = simpleRoom(40, 30, []);
  const photo = { width: 40, height: 30, linear: new Float32Array(40 * 30 * 3).fill(0.7) };
  const reflection = new Reflection(prepare(scene, 20), photo);
  const ray = new Ray().from(0, 1.4, -4.4).towards(0.05, 0, 0.998);
  reflection.room(ray, 0);
  expect(reflection.radiance[1]).toBeCloseTo(0.7, 5);
  reflection.room(ray, 0.2);
  expect(reflection.radiance[1]).toBeCloseTo(0.4, 5);
});
