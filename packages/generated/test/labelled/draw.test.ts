import { project } from "@image-staging/tracer/camera";
import { describe, expect, it } from "vitest";
import { classes, numberOf, unlabelled } from "../../src/labelled/classes.ts";
import { drawRoom } from "../../src/labelled/draw.ts";

const long = 96;
const rooms = [1, 2, 3].map((seed) => ({ seed, room: drawRoom(seed, long) }));

describe("drawRoom", () => {
  it("draws the same room from the same seed, and another from another", () => {
    const [first, second] = rooms;
    const again = drawRoom(first?.seed ?? 0, long);
    expect(again.light).toEqual(first?.room.light);
    expect(again.labels).toEqual(first?.room.labels);
    expect(second?.room.labels).not.toEqual(first?.room.labels);
  });

  it("says of nearly every pixel what it shows", () => {
    for (const { room } of rooms) {
      const known = room.labels.filter((label) => label < classes.length);
      const unknown = room.labels.filter((label) => label === unlabelled);
      expect(known.length + unknown.length).toBe(room.labels.length);
      if (room.kind !== "bath") expect(unknown.length).toBeLessThan(room.labels.length * 0.02);
    }
  });

  it("labels no wall, ceiling or pane where the camera looks at the middle of the room's floor", () => {
    const above = (["wall", "ceiling", "pane"] as const).map(numberOf);
    let [seen, wrong] = [0, 0];
    for (const { room } of rooms) {
      const { camera, box } = room.plan;
      for (let x = box.left * 0.5; x < box.right * 0.5; x += 0.2)
        for (let z = box.back * 0.6; z < -1; z += 0.2) {
          const at = project(camera, [x, 0, z]);
          if (!at || at.x < 1 || at.y < 1 || at.x > camera.width - 1 || at.y > camera.height - 1) continue;
          seen++;
          const label = room.labels[Math.floor(at.y) * camera.width + Math.floor(at.x)] ?? unlabelled;
          if (above.includes(label)) wrong++;
        }
    }
    expect(seen).toBeGreaterThan(50);
    expect(wrong / seen).toBeLessThan(0.1);
  });

  it("shows light and some floor in each picture", () => {
    for (const { room } of rooms) {
      expect(Math.max(...room.light)).toBeGreaterThan(0.001);
      expect(room.labels).toContain(numberOf("floor"));
    }
  });
});
