import { beforeAll, describe, expect, it } from "vitest";
import { floorOverlap, seamStep } from "../bench/panoramas.ts";
import type { Analysis, Picture } from "../src/analysis/analysis.ts";
import { analysePanorama } from "../src/panorama/analyse.ts";
import { type GeneratedRoom, generatePanorama } from "../src/rooms/index.ts";
import { type Candidate, stage } from "../src/stage.ts";

const width = 640;
const height = width / 2;

describe("a panorama of an empty room", () => {
  const made: { room?: GeneratedRoom; analysis?: Analysis; candidates: Candidate[] } = { candidates: [] };
  const picture = (): Picture => made.room?.picture as Picture;
  const staged = (): Candidate => made.candidates[0] as Candidate;

  beforeAll(async () => {
    made.room = generatePanorama(4, width);
    for (const threads of [1, 2]) {
      const request = { style: "scandi" as const, seed: 1, candidates: 1 };
      const found = await stage(request, made.room.picture, { threads, draft: true });
      if ("declined" in found) throw new Error(found.declined.message);
      made.analysis = found.analysis;
      made.candidates.push(...found.candidates);
    }
  }, 120_000);

  it("shows its floor around the viewer, in metres", () => {
    const { room, camera } = made.analysis as Analysis;
    const truth = (made.room as GeneratedRoom).truth;
    expect(floorOverlap(room.floorMask, truth.room.floorMask)).toBeGreaterThan(0.97);
    expect(camera.elevation / truth.camera.elevation).toBeGreaterThan(0.9);
    expect(camera.elevation / truth.camera.elevation).toBeLessThan(1.1);
  });

  it("is furnished all around, a metre away from the viewer and within the walls", () => {
    const { room } = made.analysis as Analysis;
    const standing = staged().placements.filter(({ y }) => y === 0);
    expect(standing.length).toBeGreaterThan(4);
    for (const { x, z } of standing) {
      expect(Math.hypot(x, z)).toBeGreaterThan(1);
      expect(x > room.left && x < room.right && z > room.back && z < room.front).toBe(true);
    }
    const turns = standing.map(({ x, z }) => Math.atan2(x, -z)).sort((a, b) => a - b);
    expect((turns.at(-1) as number) - (turns[0] as number)).toBeGreaterThan(Math.PI);
  });

  it("keeps every byte outside its mask, and both poles", () => {
    const { data, mask } = staged();
    const changed = mask.findIndex(
      (part, i) => part === 0 && [0, 1, 2].some((c) => data[i * 3 + c] !== picture().data[i * 3 + c]),
    );
    expect(changed).toBe(-1);
    const pole = Math.floor(height / 15) * width;
    expect(mask.subarray(0, pole).every((part) => part === 0)).toBe(true);
    expect(mask.subarray(-pole).every((part) => part === 0)).toBe(true);
    expect(mask.filter(Boolean).length / mask.length).toBeGreaterThan(0.08);
  });

  it("has edges that meet as they did before", () => {
    const after = seamStep({ ...picture(), data: staged().data });
    // A rug's edge can lie on the seam.
    expect(after).toBeLessThan(seamStep(picture()) + 1);
  });

  it("is the same picture on any number of threads", () => {
    const [one, two] = made.candidates as [Candidate, Candidate];
    expect(Buffer.from(one.data).equals(two.data)).toBe(true);
    expect(Buffer.from(one.mask).equals(two.mask)).toBe(true);
  });

  it("is declined once it is furnished", () => {
    expect(analysePanorama({ ...picture(), data: staged().data })).toMatchObject({
      declined: { reason: "no_free_floor" },
    });
  });
});

describe("a picture that is no room", () => {
  it("is declined as not understood", () => {
    const noise = Uint8Array.from(
      { length: width * height * 3 },
      (_, i) => (i * 7919 + (i >> 3) * 104729) % 251,
    );
    expect(analysePanorama({ width, height, data: noise })).toMatchObject({
      declined: { reason: "room_not_understood" },
    });
  });
});
