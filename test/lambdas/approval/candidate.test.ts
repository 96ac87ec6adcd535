import sharp, { type OverlayOptions } from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { judgeAll } from "../../../lambdas/approval/candidate.ts";
import type { ApprovalSettings } from "../../../lambdas/approval/settings.ts";
import type { Generation } from "../../../lambdas/domain/generation/generation.ts";
import type { SourceAsset } from "../../../lambdas/domain/source-asset/ingest.ts";
import type { Log } from "../../../lambdas/runtime/log.ts";
import { drawPanorama, drawRoom, movedNearer } from "../../support/pictures.ts";

/** What sharp was given to read: a picture twice if it is decoded twice. */
const opened = vi.hoisted((): unknown[] => []);
vi.mock("sharp", async (load) => {
  const { default: real } = await load<typeof import("sharp")>();
  const counting = (...given: Parameters<typeof real>) => {
    opened.push(given[0]);
    return real(...given);
  };
  return { default: Object.assign(counting, real) };
});

const size = { width: 600, height: 400 };
const room = await drawRoom(size).jpeg({ quality: 92 }).toBuffer();
const sphere = await drawPanorama({ width: 512 }).jpeg({ quality: 92 }).toBuffer();

const box = (background: string, left: number, top: number, width: number, height: number) => ({
  input: { create: { width, height, channels: 3 as const, background } },
  ...{ left, top },
});
const draw = (source: Buffer, ...parts: OverlayOptions[]) => sharp(source).composite(parts).jpeg().toBuffer();
const staged = await draw(room, box("#722", 300, 240, 120, 120));
const withArt = await draw(room, box("#456", 15, 90, 130, 80));
/** A mask of a box in a picture. */
const maskOver = (
  [left, top, width, height]: readonly [number, number, number, number],
  picture: { width: number; height: number } = size,
) =>
  sharp({ create: { ...picture, channels: 3, background: "#000" } })
    .composite([box("#fff", left, top, width, height)])
    .toColourspace("b-w")
    .png()
    .toBuffer();

type Kind = Pick<Generation, "workflow" | "capture_type" | "mode"> & { sandbox?: boolean };
const photo: Kind = { workflow: "staging", capture_type: "photo", mode: "refurnish" };
const panorama: Kind = { workflow: "staging", capture_type: "panorama360", mode: "panorama360" };
const plan: Kind = { workflow: "staging", capture_type: "floorplan", mode: "floorplan" };
const enhancement: Kind = { workflow: "pro_capture", capture_type: "photo", mode: null };

interface Made {
  picture: Buffer;
  mask?: Buffer;
  homography?: number[];
}

const settings: ApprovalSettings = { approval: "balanced", masks: "false", judgesDrift: true };
const log = { info: vi.fn() };
beforeEach(() => log.info.mockClear());

/** Judges what a model made in each attempt. */
function judgeMade(
  attempts: Made[][],
  kind = photo,
  changes: Partial<ApprovalSettings> = {},
  source = room,
  marked?: Buffer,
) {
  const answers = attempts.map((made) => ({
    candidates: made.map(({ mask, homography }, nth) => ({
      candidate_id: nth === 0 ? ("c1" as const) : ("c2" as const),
      score: 0.9,
      safe: true,
      mask: mask !== undefined,
      homography,
    })),
    read: async (part: "candidate" | "candidateMask", id: string) => {
      const { picture, mask } = made[Number(id.slice(1)) - 1] ?? {};
      return (part === "candidate" ? picture : mask) ?? Buffer.alloc(0);
    },
  }));
  const asset = kind.capture_type === "panorama360" ? { width: 512, height: 256 } : size;
  return judgeAll(
    answers,
    {
      job: { sandbox: false, ...kind } as Generation,
      asset: asset as SourceAsset,
      source,
      marked,
      settings: { ...settings, ...changes },
    },
    log as unknown as Log,
  );
}

const judge = async (made: Made, kind = photo, changes: Partial<ApprovalSettings> = {}) => {
  const [[judged] = []] = await judgeMade(
    [[made]],
    kind,
    changes,
    kind.capture_type === "panorama360" ? sphere : room,
  );
  if (!judged) throw new Error("Nothing was judged.");
  return judged;
};
const approved = { approved: true };
const refusedFor = (reason: string) => ({ approved: false, reason });
const suspectedOf = (suspected: string) => ({ approved: true, suspected });
const measuresOf = () => log.info.mock.calls.map(([, { measures }]) => measures);

test("a source is decoded once, and so is each candidate, however many attempts a job had", async () => {
  const mask = await maskOver([295, 235, 130, 130]);
  const others = [Buffer.from(staged), Buffer.from(staged), Buffer.from(staged)];
  const [first, second, third] = others.map((picture) => ({ picture, mask }));
  if (!first || !second || !third) throw new Error("unreachable");
  const before = opened.length;
  await judgeMade([[first, second], [third]], photo, { judgesDrift: false });
  const since = opened.slice(before).filter((input) => Buffer.isBuffer(input));
  expect(since.filter((input) => input === room)).toHaveLength(1);
  // Its header is read before it is decoded.
  for (const picture of others) expect(since.filter((input) => input === picture)).toHaveLength(2);
});

test("each attempt's candidates are judged apart, in their order", async () => {
  const broken = { picture: Buffer.from("none") };
  const good = { picture: staged };
  const judged = await judgeMade([[good, broken], [broken]], photo, { judgesDrift: false });
  expect(judged.map((ofAttempt) => ofAttempt.map(({ verdict }) => verdict.approved))).toEqual([
    [true, false],
    [false],
  ]);
});

test("a source that does not decode is an error, not a verdict", async () => {
  await expect(judgeMade([[{ picture: staged }]], photo, {}, room.subarray(0, 500))).rejects.toThrow();
});

describe("a candidate that is read", () => {
  test("and is no whole picture is undecodable", async () => {
    const gif = Buffer.from("GIF89a");
    for (const picture of [
      Buffer.alloc(0),
      Buffer.from("{}"),
      gif,
      staged.subarray(0, -50),
      staged.subarray(0, 100),
    ]) {
      expect((await judge({ picture })).verdict).toEqual(refusedFor("undecodable"));
      expect(measuresOf().at(-1)).toEqual({ decodes: false });
    }
  });

  test("is measured with its own format and size, upright, and leaves as it is stored", async () => {
    const picture = await drawRoom({ width: 300, height: 200 })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    const judged = await judge({ picture }, photo, { judgesDrift: false });
    expect(judged.verdict).toEqual(refusedFor("wrong_size"));
    expect(judged.picture).toBe(picture);
    expect(measuresOf()).toMatchObject([{ decodes: true, format: "webp", width: 200, height: 300 }]);
  });
});

describe("a mask", () => {
  const [piece, besidePiece] = [
    [200, 150, 60, 40],
    [190, 140, 80, 60],
  ] as const;
  const furnished = draw(sphere, box("#722", ...piece));

  test("composes what leaves of the source and the candidate", async () => {
    const picture = await movedNearer(staged, 1.004);
    const judged = await judge({ picture, mask: await maskOver([295, 235, 130, 130]) });
    expect(judged.verdict).toEqual(approved);
    expect(measuresOf()).toMatchObject([{ format: "composed", moved: expect.any(Number) }]);
    const { data } = await sharp(room).raw().toBuffer({ resolveWithObject: true });
    const leaving = judged.picture as { pixels: Buffer };
    expect(leaving.pixels.subarray(0, 600 * 235 * 3).equals(data.subarray(0, 600 * 235 * 3))).toBe(true);
  });

  test("that is too large, or no picture, is the reason of a refusal", async () => {
    const picture = await furnished;
    const ofPanorama = { width: 512, height: 256 };
    const good = await judge({ picture, mask: await maskOver(besidePiece, ofPanorama) }, panorama);
    expect(good.verdict).toEqual(approved);
    const large = await maskOver([0, 0, 512, 60], ofPanorama);
    expect((await judge({ picture, mask: large }, panorama)).verdict).toEqual(refusedFor("mask_too_large"));
    const none = Buffer.from("none");
    const unreadable = await judge({ picture, mask: none }, panorama);
    expect(unreadable.verdict).toEqual(refusedFor("mask_unreadable"));
    expect(unreadable.picture).toBe(picture);
  });

  test("that a stage requires may be missing in a sandbox and of an enhancement alone", async () => {
    const strict = { masks: "true", judgesDrift: false } as const;
    const picture = await furnished;
    expect((await judge({ picture }, panorama, strict)).verdict).toEqual(refusedFor("mask_missing"));
    expect((await judge({ picture }, { ...panorama, sandbox: true }, strict)).verdict).toEqual(approved);
    const ofPlans = { masks: "plans", judgesDrift: false } as const;
    const drawn = { picture: staged };
    expect((await judge(drawn, plan, ofPlans)).verdict).toEqual(refusedFor("mask_missing"));
    expect((await judge(drawn, photo, ofPlans)).verdict).toEqual(approved);
    const graded = await sharp(room).linear(1.12, 4).jpeg({ quality: 92 }).toBuffer();
    expect((await judge({ picture: graded }, enhancement, strict)).verdict).toEqual(approved);
  });

  test("of a photo must leave a window free", async () => {
    const picture = await draw(room, box("#c8c0b0", 140, 40, 230, 180));
    const mask = await maskOver([135, 35, 240, 190]);
    const judged = await judge({ picture, mask }, photo, { judgesDrift: false });
    expect(judged.verdict).toEqual(refusedFor("mask_over_opening"));
  });
});

describe("drift", () => {
  test("is looked for in what leaves, and a mask declares art", async () => {
    expect((await judge({ picture: withArt })).verdict).toEqual(suspectedOf("addition"));
    const declared = await judge({ picture: withArt, mask: await maskOver([10, 85, 140, 90]) });
    expect(declared.verdict).toEqual(approved);
  });

  test("that is only suspected refuses under strict approval", async () => {
    const { verdict } = await judge({ picture: withArt }, photo, { approval: "strict" });
    expect(verdict).toEqual(refusedFor("addition"));
  });

  test("is not looked for in sandboxes, on a stage that judges none, or in panoramas", async () => {
    await judge({ picture: withArt }, { ...photo, sandbox: true });
    await judge({ picture: withArt }, photo, { judgesDrift: false });
    await judge({ picture: await draw(sphere, box("#722", 200, 150, 60, 40)) }, panorama);
    expect(measuresOf().map((measures) => Object.hasOwn(measures, "moved"))).toEqual([false, false, false]);
  });
});

describe("an enhancement", () => {
  const [scale, edge] = [1 / 1.03, (1 - 1 / 1.03) / 2];
  const homography = [scale, 0, edge, 0, scale, edge, 0, 0, 1];

  test("that adds a sofa is more than a grade", async () => {
    expect((await judge({ picture: staged }, enhancement)).verdict).toEqual(refusedFor("addition"));
  });

  test("is seen by the homography that it states, and says how much of the source is left", async () => {
    const { verdict, kept } = await judge(
      { picture: await movedNearer(room, 1.03), homography },
      enhancement,
    );
    expect([verdict, kept]).toEqual([approved, expect.closeTo(0.943, 2)]);
  });

  test("is no staging: a homography excuses no camera that moved there", async () => {
    const { verdict, kept } = await judge({ picture: await movedNearer(staged, 1.03), homography });
    expect([verdict, kept]).toEqual([refusedFor("camera_moved"), undefined]);
  });
});

describe("a photo whose caller marked a piece of furniture", () => {
  const clean: Kind = { ...photo, mode: "clean" };
  const piece = [330, 200, 170, 130] as const;
  const around = [315, 185, 200, 160] as const;
  const judgeEmptied = async (
    kind: Kind,
    picture: Buffer,
    edited: readonly [number, number, number, number],
  ) => {
    const furnished = await draw(room, box("#722f37", ...piece));
    const made = { picture, mask: await maskOver(edited) };
    const [[judged] = []] = await judgeMade([[made]], kind, {}, furnished, await maskOver(around));
    return judged?.verdict;
  };

  test("may lose that piece, but nothing else of the room", async () => {
    expect(await judgeEmptied(clean, room, around)).toEqual(approved);
    const withoutDoor = await draw(room, box("#b4aea2", 425, 95, 110, 175));
    expect(await judgeEmptied(clean, withoutDoor, [300, 90, 300, 260])).toEqual(
      refusedFor("opening_changed"),
    );
  });

  test("is refused if the place of the piece shows it", async () => {
    const broken = await draw(room, box("#b9b3a7", ...piece));
    expect(await judgeEmptied(clean, broken, around)).toEqual(refusedFor("line_cut"));
  });

  test("may show new furniture there", async () => {
    const restaged = await draw(room, box("#39566b", 340, 240, 140, 90));
    expect(await judgeEmptied(photo, restaged, around)).toEqual(approved);
  });
});
