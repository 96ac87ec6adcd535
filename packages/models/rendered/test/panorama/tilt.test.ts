import { Lens, panoramaCamera } from "@image-staging/tracer/camera";
import { describe, expect, test } from "vitest";
import { tiltOf } from "../../src/panorama/tilt.ts";

const [width, height] = [1000, 500];

/** Steps from dark to light and back at twelve vertical lines, as a camera that leans sees them. */
function uprightEdges(lean: { pitch: number; roll: number }) {
  const gradients = new Float32Array(width * height * 6);
  const lens = new Lens({ ...panoramaCamera({ width, height }, 0.3, 0), ...lean });
  for (let line = 0; line < 12; line++) {
    const turn = line * 0.53;
    for (let rise = -0.6; rise < 0.6; rise += 0.002) {
      lens.find(Math.sin(turn), Math.tan(rise), -Math.cos(turn));
      gradients[(Math.floor(lens.y) * width + Math.floor(lens.x)) * 6] = line % 2 ? 3 : -3;
    }
  }
  return { width, height, gradients, background: 0 };
}

describe("the lean of a panorama's camera", () => {
  test.each([
    { pitch: 0.035, roll: -0.025 },
    { pitch: -0.05, roll: 0.05 },
  ])("is found by vertical edges: %o", (lean) => {
    const found = tiltOf(uprightEdges(lean));
    expect(found.pitch).toBeCloseTo(lean.pitch, 2);
    expect(found.roll).toBeCloseTo(lean.roll, 2);
  });

  test("is none if it is less than a third of a degree, so that the picture is read as it is", () => {
    expect(tiltOf(uprightEdges({ pitch: 0.003, roll: 0 }))).toEqual({ pitch: 0, roll: 0 });
  });
});
