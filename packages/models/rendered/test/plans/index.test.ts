import { beforeAll, describe, expect, test } from "vitest";
import type { PlanAnalysis } from "../../src/plans/analyse.ts";
import { type GeneratedPlan, generatePlan } from "../../src/plans/generate/index.ts";
import { type PlanCandidate, preparePlan } from "../../src/plans/index.ts";

/** A flat with sizes in metres, drawn with filled walls. */
const seed = 3;
const required = { bedroom: "bed", living: "sofa", dining: "diningTable" } as const;

describe("the plan of a flat", () => {
  let plan: GeneratedPlan;
  let analysis: PlanAnalysis;
  let drawn: PlanCandidate;
  beforeAll(async () => {
    plan = await generatePlan(seed, 1000);
    const prepared = await preparePlan({ style: "scandi", seed: 7 }, plan.picture);
    if ("declined" in prepared) throw new Error(prepared.declined.message);
    analysis = prepared.analysis;
    drawn = prepared.candidate(0);
  }, 240_000);

  /** What the analysis found in the middle of each room that was drawn. */
  const rooms = () => {
    const { flat, style, picture } = plan;
    return flat.rooms.map((room) => {
      const x = Math.round(style.left + (room.x + room.width / 2) * style.scale);
      const y = Math.round(style.top + (room.y + room.height / 2) * style.scale);
      return { room, found: analysis.rooms[(analysis.map.rooms[y * picture.width + x] ?? 0) - 1] };
    });
  };

  test("is read: its rooms' names, its scale", () => {
    expect(analysis.scaleFrom).toBe("sizes");
    expect(analysis.scale / plan.style.scale).toBeGreaterThan(0.97);
    expect(analysis.scale / plan.style.scale).toBeLessThan(1.03);
    for (const { room, found } of rooms()) expect(found?.uses, room.name).toContain(room.use);
  });

  test("gets a bed in every bedroom and none elsewhere, a sofa in the living room, nothing in wet rooms", () => {
    for (const { room, found } of rooms()) {
      const kinds =
        drawn.furnished.find((one) => one.room === found?.id)?.rects.map(({ kind }) => kind) ?? [];
      const piece = required[room.use as keyof typeof required];
      if (piece) expect(kinds, room.name).toContain(piece);
      if (room.use !== "bedroom") expect(kinds, room.name).not.toContain("bed");
      if (room.use === "bath") expect(kinds).toEqual([]);
    }
  });

  test("keeps the bytes of its walls and its lettering, and of all that the mask leaves out", () => {
    const { data } = plan.picture;
    let [walls, letters, outside] = [0, 0, 0];
    drawn.mask.forEach((part, i) => {
      const isSame = [0, 1, 2].every((c) => drawn.data[i * 3 + c] === data[i * 3 + c]);
      if (plan.walls[i] && !isSame) walls++;
      if (plan.letters[i] && (data[i * 3] ?? 0) < 90 && !isSame) letters++;
      if (part === 0 && !isSame) outside++;
    });
    expect({ walls, letters, outside }).toEqual({ walls: 0, letters: 0, outside: 0 });
  });

  test("has nothing over its lettering but what a room needs", () => {
    const needed = new Set<string>(Object.values(required));
    const { width } = plan.picture;
    const covered = drawn.furnished.flatMap(({ rects }) =>
      rects.filter(({ rect }) => {
        const [x0, x1, z0, z1] = [rect.x0, rect.x1, rect.z0, rect.z1].map((at) =>
          Math.round(at * analysis.scale),
        );
        for (let z = (z0 ?? 0) + 1; z < (z1 ?? 0) - 1; z++)
          for (let x = (x0 ?? 0) + 1; x < (x1 ?? 0) - 1; x++) if (plan.letters[z * width + x]) return true;
        return false;
      }),
    );
    expect(covered.filter(({ kind }) => !needed.has(kind))).toEqual([]);
    expect(covered.length).toBeLessThan(2);
  });

  test("has no furniture in the swing of a door", () => {
    const { flat, style } = plan;
    for (const { along, x, y, width, height, opens, kind } of flat.gaps) {
      if (kind !== "door") continue;
      const deep = (along === "x" ? width : height) * (opens ?? 1);
      const [x0, x1] =
        along === "x" ? [x, x + width] : [Math.min(x, x + deep), Math.max(x + width, x + width + deep)];
      const [z0, z1] =
        along === "x" ? [Math.min(y, y + deep), Math.max(y + height, y + height + deep)] : [y, y + height];
      const inSwing = drawn.furnished.flatMap(({ rects }) =>
        rects.filter(({ rect }) => {
          // Furniture is placed by the scale that was read.
          const at = (metres: number, from: number) => (metres * analysis.scale - from) / style.scale;
          const overlap = [
            Math.min(at(rect.x1, style.left), x1) - Math.max(at(rect.x0, style.left), x0),
            Math.min(at(rect.z1, style.top), z1) - Math.max(at(rect.z0, style.top), z0),
          ];
          return overlap.every((length) => length > 0.05);
        }),
      );
      expect(inSwing).toEqual([]);
    }
  });
});

test("a photo is declined as a plan, in words for the caller", async () => {
  const size = { width: 320, height: 240 };
  const data = Uint8Array.from({ length: size.width * size.height * 3 }, (_, i) => 60 + ((i * 7919) % 150));
  expect(await preparePlan({ style: "modern", seed: 1 }, { ...size, data })).toMatchObject({
    declined: { reason: "room_not_understood", message: expect.stringMatching(/^[A-Z].*\.$/) },
  });
});
