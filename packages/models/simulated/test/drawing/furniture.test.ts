import { type RoomType, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { describe, expect, test } from "vitest";
import { furniture, placed } from "../../src/drawing/furniture.ts";
import { plate } from "../../src/drawing/lettering.ts";
import { seeded } from "../../src/drawing/random.ts";
import { furnish, rooms } from "../../src/drawing/rooms.ts";
import { corners, drawScene } from "../../src/drawing/scene.ts";
import { styleOf } from "../../src/drawing/styles.ts";

const everyRoom = Object.keys(rooms) as RoomType[];
const shared: RoomType[][] = [
  ["Living Room", "Kitchen", "Dining Room"],
  ["Bathroom", "Shower", "Toilet"],
  ["Bedroom", "Living Room"],
];

describe.each([
  ["portrait", 564, 752],
  ["landscape", 1200, 800],
  ["square", 400, 400],
])("in a %s picture", (_, width, height) => {
  test.each([...everyRoom.map((room) => [room]), ...shared])(
    "the furniture of %s stands inside",
    (...roomList) => {
      const names = roomList.flat();
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { scene, view } = furnish(names, { width, height }, seeded(seed));
        const outside = scene
          .flatMap(corners)
          .map(view.project)
          .filter(([x, y]) => x < 0 || x > width || y > height);
        expect(outside).toEqual([]);
      }
    },
  );
});

test("rooms that share a picture each show a different piece, none twice", () => {
  for (const names of shared) {
    const { scene } = furnish(names, { width: 800, height: 600 }, seeded(1));
    const labels = scene.map(({ piece }) => piece.label);
    expect(labels.length).toBeGreaterThanOrEqual(names.length);
    expect(new Set(labels).size).toBe(labels.length);
  }
});

test("a piece in front covers a piece behind it", () => {
  const { view } = furnish(["Kitchen"], { width: 800, height: 600 }, seeded(1));
  const [near, far] = [placed("Island 0 5"), placed("Island 0 8")];
  const onlyNear = drawScene(near, styleOf("modern"), view).svg;
  const both = [
    drawScene([...near, ...far], styleOf("modern"), view),
    drawScene([...far, ...near], styleOf("modern"), view),
  ];
  for (const { svg } of both) expect(svg.endsWith(onlyNear)).toBe(true);
});

test("every label can be written without a font", () => {
  const unknown = plate("\u2603", 0, 0, 6);
  const box = /d="([^"]+)"/.exec(unknown)?.[1] ?? "";
  const texts = ["Simulated", "Style: default", ...stylePresets, ...furniture.keys()];
  for (const text of texts) {
    expect(plate(text, 0, 0, 12)).not.toContain(`d="${box}"`);
    expect(plate(text, 0, 0, 12)).not.toContain("<text");
  }
});
