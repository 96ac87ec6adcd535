import { type GeneratedRoom, generatePanorama } from "@image-staging/generated/rooms";
import type { Picture } from "@image-staging/picture/picture";
import { beforeAll, describe, expect, it } from "vitest";
import { floorOverlap, footprints, isKept, seamStep } from "../bench/panoramas.ts";
import type { Analysis } from "../src/analysis/analysis.ts";
import { analysePanorama } from "../src/panorama/analyse.ts";
import { type Candidate, prepareStage } from "../src/stage.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const isFullRun = process.env.FULL_RUN !== undefined;
const inFullRuns = it.runIf(isFullRun);

const width = isFullRun ? 512 : 320;

describe("a panorama of an empty room", () => {
  const made: {
    room?: GeneratedRoom;
    analysis?: Analysis;
    candidate?: (threads: number) => Promise<Candidate>;
    staged?: Candidate;
  } = {};
  const picture = (): Picture => made.room?.picture as Picture;
  const staged = (): Candidate => made.staged as Candidate;

  beforeAll(async () => {
    made.room = generatePanorama(4, width);
    const prepared = await prepareStage({ style: "scandi", seed: 1 }, made.room.picture);
    if ("declined" in prepared) throw new Error(prepared.declined.message);
    made.analysis = prepared.analysis;
    made.candidate = async (threads) => {
      const candidate = await prepared.candidate(0, { threads, draft: true });
      if ("declined" in candidate) throw new Error(candidate.declined.message);
      return candidate;
    };
    made.staged = await made.candidate(1);
  }, 180_000);

  it("shows its floor around the viewer, in metres", () => {
    const { room, camera } = made.analysis as Analysis;
    const truth = (made.room as GeneratedRoom).truth;
    expect(floorOverlap(room.floorMask, truth.room.floorMask)).toBeGreaterThan(0.97);
    expect(camera.elevation / truth.camera.elevation).toBeGreaterThan(0.9);
    expect(camera.elevation / truth.camera.elevation).toBeLessThan(1.1);
  });

  it("is furnished all around, a metre away from the viewer and within the walls", () => {
    const { camera } = made.analysis as Analysis;
    const standing = staged().placements.filter(({ y }) => y === 0);
    for (const { x, z } of standing) expect(Math.hypot(x, z)).toBeGreaterThan(1);
    const { pieces, through } = footprints(staged().placements, camera, (made.room as GeneratedRoom).truth);
    expect(pieces).toBeGreaterThan(4);
    expect(through).toBe(0);
    const turns = standing.map(({ x, z }) => Math.atan2(x, -z)).sort((a, b) => a - b);
    expect((turns.at(-1) as number) - (turns[0] as number)).toBeGreaterThan(Math.PI);
  });

  it("keeps every byte outside its mask, and both poles", () => {
    expect(isKept(picture(), staged())).toBe(true);
    expect(staged().mask.filter(Boolean).length / staged().mask.length).toBeGreaterThan(0.08);
  });

  it("has edges that meet as they did before", () => {
    const after = seamStep({ ...picture(), data: staged().data });
    // A rug's edge can lie on the seam.
    expect(after).toBeLessThan(seamStep(picture()) + 1);
  });

  inFullRuns(
    "is the same picture on any number of threads",
    async () => {
      const onTwo = await made.candidate?.(2);
      expect(Buffer.from(staged().data).equals(onTwo?.data ?? Buffer.alloc(0))).toBe(true);
      expect(Buffer.from(staged().mask).equals(onTwo?.mask ?? Buffer.alloc(0))).toBe(true);
    },
    60_000,
  );

  inFullRuns(
    "is declined if its left and right edge show different floors",
    async () => {
      const darker = picture().data.map(
        (value, i) => value * (0.5 + ((Math.floor(i / 3) % width) / width) * 0.5),
      );
      expect(await analysePanorama({ ...picture(), data: darker })).toMatchObject({
        declined: { reason: "room_not_understood" },
      });
    },
    60_000,
  );

  inFullRuns(
    "is declined once it is furnished",
    async () => {
      expect(await analysePanorama({ ...picture(), data: staged().data })).toMatchObject({
        declined: { reason: "no_free_floor" },
      });
    },
    180_000,
  );
});

describe("a picture that is no room", () => {
  it("is declined as not understood", async () => {
    const [width, height] = [256, 128];
    const noise = Uint8Array.from(
      { length: width * height * 3 },
      (_, i) => (i * 7919 + (i >> 3) * 104729) % 251,
    );
    expect(await analysePanorama({ width, height, data: noise })).toMatchObject({
      declined: { reason: "room_not_understood" },
    });
  });
});
