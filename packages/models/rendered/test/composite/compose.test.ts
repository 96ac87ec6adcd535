import type { Picture } from "@image-staging/picture/picture";
import { panoramaCamera } from "@image-staging/tracer/camera";
import type { Placement } from "@image-staging/tracer/scene";
import { cube, simpleRoom } from "@image-staging/tracer/test/simple-room";
import { describe, expect, it } from "vitest";
import { compose } from "../../src/composite/compose.ts";
import { soften } from "../../src/composite/mask.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const inFullRuns = it.runIf(process.env.FULL_RUN !== undefined);

const [width, height] = [180, 120];
const green = { kind: "fabric", color: [0.1, 0.4, 0.2], weave: "linen" } as const;

/** A photo without two pixels alike in a row. */
const photo: Picture = {
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, i) => 90 + ((i * 7919) % 61) + ((i >> 7) % 40)),
};

function composed(placements: readonly Placement[], threads = 1) {
  return compose(photo, simpleRoom(width, height, placements), { threads });
}

describe("compose", () => {
  it("returns the photo's own bytes if nothing stands in it", async () => {
    const { data, mask } = await composed([]);
    expect(Buffer.from(data).equals(Buffer.from(photo.data))).toBe(true);
    expect(mask.every((value) => value === 0)).toBe(true);
  });

  it("marks every changed pixel fully, and changes none that the mask leaves out", async () => {
    const { data, mask } = await composed([cube(0, -3, green)]);
    let [changed, left] = [0, 0];
    for (let at = 0; at < width * height; at++) {
      const same = [0, 1, 2].every((c) => data[at * 3 + c] === photo.data[at * 3 + c]);
      if (!same) {
        expect(mask[at]).toBe(255);
        changed++;
      } else if (mask[at] === 0) left++;
    }
    expect(changed).toBeGreaterThan(500);
    expect(left).toBeGreaterThan(5000);
  });

  it("gives the same bytes again, and on two threads", async () => {
    const pieces = [
      cube(0, -3, green),
      cube(0.5, -2.4, { kind: "glass", tint: [1, 1, 1] }),
      cube(-0.8, -2.6, { kind: "mirror" }),
    ];
    const [once, again, both] = [await composed(pieces), await composed(pieces), await composed(pieces, 2)];
    expect(Buffer.from(again.data).equals(Buffer.from(once.data))).toBe(true);
    expect(Buffer.from(both.data).equals(Buffer.from(once.data))).toBe(true);
    expect(Buffer.from(both.mask).equals(Buffer.from(once.mask))).toBe(true);
  });

  it("draws the piece in its colour and a shadow at its foot", async () => {
    const { data } = await composed([cube(0, -3.6, green)]);
    const scene = simpleRoom(width, height, []);
    const rowOf = (y: number, z: number) => Math.round(height / 2 + (scene.camera.focal * (1.3 - y)) / -z);
    const at = (row: number, column: number) => (row * width + column) * 3;
    const [front, foot] = [at(rowOf(0.3, -3.3), width / 2), at(rowOf(0, -3.2), width / 2)];
    expect((data[front + 1] ?? 0) - (data[front] ?? 0)).toBeGreaterThan(20);
    expect(data[foot + 1] ?? 0).toBeLessThan((photo.data[foot + 1] ?? 0) - 8);
  });

  it("darkens sunny floor beside a piece less than floor out of the sun, and takes the sun in its shade", async () => {
    const scene = simpleRoom(width, height, [cube(0, -3, green)]);
    const patches = new Uint8Array(width * height).fill(255);
    const sun = { towards: [0.8, 0.6, 0], radiance: [2, 2, 2], patches, shade: [0.3, 0.3, 0.3] } as const;
    const keptAt = (data: Uint8Array, x: number): number => {
      const [column, row] = [x, 1.3].map((from) => Math.round((scene.camera.focal * from) / 3)) as [
        number,
        number,
      ];
      const at = ((row + height / 2) * width + column + width / 2) * 3 + 1;
      return (data[at] as number) / (photo.data[at] as number);
    };
    const dull = await compose(photo, scene, { threads: 1 });
    const sunny = await compose(photo, { ...scene, light: { ...scene.light, sun } }, { threads: 1 });
    const [taken, takenOfSun] = [1 - keptAt(dull.data, 0.5), 1 - keptAt(sunny.data, 0.5)];
    expect(taken).toBeGreaterThan(0.05);
    expect(takenOfSun).toBeLessThan(taken / 2);
    expect(keptAt(sunny.data, -0.5)).toBeLessThan(0.6);
  });

  it("throws the sun's shadow further than the sky's, as dark as the photo's shade", async () => {
    const scene = simpleRoom(width, height, [cube(-1.5, -3, green, 1.3)]);
    const sun = { towards: [-0.9, 0.436, 0], radiance: [1, 1, 1], shade: [0.3, 0.3, 0.3] } as const;
    const { data } = await compose(photo, { ...scene, light: { ...scene.light, sun } }, { threads: 1 });
    const { focal } = scene.camera;
    // Its middle is 1.6 m high: 3.3 m to its right lies the shadow's.
    const at =
      3 * (Math.round(height / 2 + (focal * 1.3) / 3) * width + Math.round(width / 2 + focal * 0.6)) + 1;
    const linear = (level = 0): number => (level / 255) ** 2.2;
    expect(linear(data[at]) / linear(photo.data[at])).toBeCloseTo(0.3, 1);
  });
});

describe("a draft", () => {
  inFullRuns("shows what the picture shows, also if its columns and rows do not part evenly", async () => {
    const large = { width: 1203, height: 803, data: new Uint8Array(1203 * 803 * 3).fill(150) };
    const scene = simpleRoom(large.width, large.height, [cube(0, -3, green)]);
    const [draft, final] = await Promise.all(
      [true, false].map((draft) => compose(large, scene, { threads: 1, draft })),
    );
    if (!draft || !final) throw new Error("Nothing was composed");
    const off = draft.data.map((value, i) => Math.abs(value - (final.data[i] ?? 0)));
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(1);
    expect(draft.data.slice(-3)).toEqual(final.data.slice(-3));
  });
});

describe("compose around the viewer", () => {
  const size = { width: 240, height: 120 };
  /** Soft stripes, so that furniture is blurred; half a turn shows the same. */
  const striped: Picture = {
    ...size,
    data: Uint8Array.from({ length: size.width * size.height * 3 }, (_, i) => {
      const across = Math.cos((2 * Math.PI * (Math.floor(i / 3) % size.width)) / 60);
      return Math.round(128 + 60 * Math.tanh(across * 3));
    }),
  };
  const around = (placement: Placement, turned: number) => {
    const camera = { ...panoramaCamera(size, 0, 1.3), centreX: turned };
    return compose(striped, { ...simpleRoom(1, 1, [placement]), camera }, { threads: 1 });
  };

  it("draws a piece across the seam as it draws it in the middle", async () => {
    const [split, whole] = [await around(cube(0, -2, green), 0), await around(cube(0, -2, green), 120)];
    const columns = [-3, -2, -1, 0, 1, 2];
    const differences = columns.map((column) => {
      let [most, sum] = [0, 0];
      for (let y = 0; y < size.height; y++) {
        const [a, b] = [y * size.width + ((column + 240) % 240), y * size.width + column + 120];
        for (let c = 0; c < 3; c++) {
          const difference = Math.abs((split.data[a * 3 + c] ?? 0) - (whole.data[b * 3 + c] ?? 0));
          most = Math.max(most, difference);
          sum += difference / size.height / 3;
        }
        expect(Math.abs((split.mask[a] ?? 0) - (whole.mask[b] ?? 0))).toBeLessThan(255);
      }
      return { most, sum };
    });
    expect(split.mask[70 * 240]).toBe(255);
    for (const { most, sum } of differences) {
      expect(most).toBeLessThan(4);
      expect(sum).toBeLessThan(0.25);
    }
  });

  it("leaves both poles as they are below a piece that covers one", async () => {
    const { data, mask } = await around(cube(0, 0, green), 120);
    const kept = 8 * size.width;
    expect(mask[mask.length - kept - 1]).toBe(255);
    expect(mask.subarray(0, kept).every((part) => part === 0)).toBe(true);
    expect(mask.subarray(-kept).every((part) => part === 0)).toBe(true);
    expect(Buffer.from(data.subarray(-kept * 3)).equals(striped.data.subarray(-kept * 3))).toBe(true);
  });
});

describe("soften", () => {
  it("falls to 0 within 7 pixels and keeps what is full", () => {
    const mask = new Uint8Array(21 * 21);
    mask[10 * 21 + 10] = 255;
    soften(mask, 21, 21, false);
    const row = [...mask.subarray(10 * 21 + 10, 10 * 21 + 18)];
    expect(row[0]).toBe(255);
    expect(row.every((value, i) => i === 0 || value < (row[i - 1] ?? 0) || value === 0)).toBe(true);
    expect(row[7]).toBe(0);
    expect(mask[10 * 21 + 5]).toBe(row[5]);
  });
});
