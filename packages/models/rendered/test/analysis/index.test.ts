import { type GeneratedRoom, generateRoom } from "@image-staging/generated/rooms";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluated } from "../../bench/evaluation.ts";
import { measured } from "../../bench/measures.ts";
import { type Analysis, analyse, type Picture } from "../../src/analysis/index.ts";
import type { Declined } from "../../src/declined.ts";
import { stage } from "../../src/stage.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const isFullRun = process.env.FULL_RUN !== undefined;
const inFullRuns = it.runIf(isFullRun);

const size = isFullRun ? { width: 480, height: 320 } : { width: 300, height: 200 };

/** Longest sides of photos as partners send them, in pixels. */
const sizes = [600, 960, 1400, 2400];

function understood(result: Analysis | Declined): Analysis {
  if ("declined" in result) throw new Error(result.declined.message);
  return result;
}

const reasonOf = (result: Analysis | Declined) => ("declined" in result ? result.declined.reason : "none");

/** The picture with discs of many colours over its lower half, as things on the floor would be. */
function cluttered({ width, height, data }: Picture): Picture {
  const copy = data.slice();
  for (let k = 0; k < 300; k++) {
    const [cx, cy, r] = [
      ((k * 97) % 300) * (width / 300),
      height * (0.5 + 0.45 * ((k * 0.618) % 1)),
      (width / 120) * (1 + (k % 5) * 0.8),
    ];
    for (let y = Math.max(0, Math.round(cy - r)); y < Math.min(height, cy + r); y++) {
      for (let x = Math.max(0, Math.round(cx - r)); x < Math.min(width, cx + r); x++) {
        if ((x - cx) ** 2 + (y - cy) ** 2 < r * r)
          copy.set([(k * 53) % 200, (k * 29) % 200, (k * 71) % 200], (y * width + x) * 3);
      }
    }
  }
  return { width, height, data: copy };
}

/** The picture without the left tenth of its width. */
function withoutLeft({ width, height, data }: Picture): Picture {
  const cut = Math.round(width / 10);
  const kept = data.filter((_, i) => Math.floor(i / 3) % width >= cut);
  return { width: width - cut, height, data: kept };
}

/** The picture with its floor in the colour of a pool. */
function flooded({ width, height, data }: Picture, { room }: Analysis): Picture {
  const blue = [0.3, 0.9, 1];
  const wet = data.map((value, i) =>
    room.floorMask[Math.floor(i / 3)] ? Math.round(value * (blue[i % 3] as number)) : value,
  );
  return { width, height, data: wet };
}

/** Expects a picture at another size to have the answer that it has at its own. */
async function expectAlike({ width, height, data }: Picture, longest: number, { camera, room }: Analysis) {
  const raw = sharp(data, { raw: { width, height, channels: 3 } }).resize(longest, longest, {
    fit: "inside",
  });
  const { data: scaled, info } = await raw.raw().toBuffer({ resolveWithObject: true });
  const found = understood(await analyse({ width: info.width, height: info.height, data: scaled }));
  const by = info.width / width;
  expect(Math.abs(found.camera.focal / by / camera.focal - 1)).toBeLessThan(0.1);
  expect(Math.abs(found.camera.elevation / camera.elevation - 1)).toBeLessThan(0.15);
  expect(Math.abs(found.room.back / room.back - 1)).toBeLessThan(0.15);
}

describe("a photo of an empty room", { timeout: 240_000 }, () => {
  let room: GeneratedRoom;
  let analysis: Analysis;
  beforeAll(async () => {
    room = generateRoom(4, size);
    analysis = understood(await analyse(room.picture));
  }, 240_000);

  it("tells its horizon, focal length, floor and scale", () => {
    const { horizon, focal, floor, size } = measured(analysis, room.truth);
    expect(Math.abs(horizon)).toBeLessThan(0.02);
    expect(Math.abs(focal - 1)).toBeLessThan(0.1);
    expect(floor).toBeGreaterThan(0.9);
    expect(Math.abs(size - 1)).toBeLessThan(0.15);
  });

  it("has at most 24 lights, a white and no negative radiance", () => {
    const { areas, faces } = analysis.light;
    expect(areas.length).toBeGreaterThan(0);
    expect(areas.length).toBeLessThanOrEqual(24);
    for (const { radiance } of Object.values(faces)) expect(Math.min(...radiance)).toBeGreaterThanOrEqual(0);
    expect(analysis.exposure.white).toBeGreaterThan(0.2);
  });

  inFullRuns("is furnished on its true free floor, at the true size", async () => {
    const { pieces } = await evaluated(room, 8);
    if (!pieces) throw new Error("declined");
    expect(pieces.pieces).toBeGreaterThan(3);
    expect(pieces.free / pieces.area).toBeGreaterThan(0.97);
    expect(pieces.throughWalls).toBe(0);
    expect(pieces.walkable).toBe(true);
    for (const size of pieces.sizes) expect(Math.abs(size - 1)).toBeLessThan(0.15);
  });

  inFullRuns("is understood the same way twice", async () => {
    expect(await analyse(room.picture)).toEqual(analysis);
  });

  it("is understood alike at other sizes", async () => {
    for (const longest of isFullRun ? sizes : [600]) await expectAlike(room.picture, longest, analysis);
  });

  inFullRuns("keeps its focal length if its left is cropped", async () => {
    const { focal } = understood(await analyse(withoutLeft(room.picture))).camera;
    expect(Math.abs(focal / room.truth.camera.focal - 1)).toBeLessThan(0.2);
  });

  inFullRuns("is as empty as a small and coarse JPEG", async () => {
    const { width, height, data } = room.picture;
    const raw = sharp(data, { raw: { width, height, channels: 3 } });
    const small = await raw.resize(360, 240).jpeg({ quality: 60 }).toBuffer();
    const decoded = await sharp(small).raw().toBuffer();
    expect(reasonOf(await analyse({ width: 360, height: 240, data: decoded }))).toBe("none");
  });

  inFullRuns("is declined as furnished once it is staged", async () => {
    const staged = await stage(
      { roomTypes: ["Living Room"], style: "scandi", seed: 2, candidates: 1 },
      room.picture,
      { threads: 1, draft: true },
    );
    if ("declined" in staged) throw new Error(staged.declined.message);
    const [candidate] = staged.candidates;
    expect(reasonOf(await analyse({ ...size, data: candidate?.data ?? room.picture.data }))).toBe(
      "no_free_floor",
    );
  });

  inFullRuns(
    "is understood by the lines above its floor if herringbone leaves a doubt, and measured by all",
    async () => {
      const askew = generateRoom(545308, size);
      const { floor, focal } = measured(understood(await analyse(askew.picture)), askew.truth);
      expect(floor).toBeGreaterThan(0.98);
      expect(Math.abs(focal - 1)).toBeLessThan(0.05);
    },
  );

  inFullRuns("has a door, not a window, where its border cuts off a panelled one", async () => {
    const { picture } = generateRoom(546760, { width: 480, height: 360 });
    const left = understood(await analyse(picture)).room.openings.filter(({ wall }) => wall === "left");
    expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(["door"]));
  });

  it("is not taken for a room if its floor is a pool", async () => {
    expect(reasonOf(await analyse(flooded(room.picture, analysis)))).toBe("room_not_understood");
  });

  it("is declined as furnished when things stand about", async () => {
    expect(reasonOf(await analyse(cluttered(room.picture)))).toBe("no_free_floor");
  });
});

it.runIf(isFullRun).each([1003, 1007, 1013])(
  "the drawn room %i has one answer from 600 to 2400 pixels",
  async (seed) => {
    const { picture } = generateRoom(seed, { width: 960, height: 640 });
    const analysis = understood(await analyse(picture));
    for (const longest of sizes) await expectAlike(picture, longest, analysis);
  },
  600_000,
);

it("declines a picture without a room", async () => {
  const data = new Uint8Array(300 * 200 * 3).fill(128);
  expect(await analyse({ width: 300, height: 200, data })).toMatchObject({
    declined: { reason: "room_not_understood" },
  });
});
