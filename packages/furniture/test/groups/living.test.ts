import { describe, expect, it } from "vitest";
import { living } from "../../src/groups/living.ts";
import { presets } from "../../src/presets.ts";

/** A living room's largest group in three arrangements. */
const groups = [0, 1, 2].map((variant) =>
  living({ preset: presets.scandi, mirrored: false, scale: 1, variant, careful: false }),
);

describe("a living room's group", () => {
  it("has a chaise in one of three arrangements, against the sofa and within its arm", () => {
    const chaises = groups.flatMap(({ slots }) => slots.filter(({ kind }) => kind === "chaise"));
    expect(chaises.length).toBe(1);
    const [sofa, chaise] = [groups[2]?.slots[0], chaises[0]];
    if (!sofa || !chaise) throw new Error("no sofa");
    const front = sofa.z + sofa.size[1] / 2;
    expect(Math.abs(chaise.z - chaise.size[1] / 2 - front)).toBeLessThan(0.01);
    expect(Math.abs(chaise.x) + chaise.size[0] / 2).toBeLessThan(sofa.size[0] / 2 - 0.1);
  });

  it("leaves 5 cm between chaise and coffee table", () => {
    const [table, chaise] = ["coffeeTable", "chaise"].map((kind) =>
      groups[2]?.slots.find((slot) => slot.kind === kind),
    );
    if (!table || !chaise) throw new Error("no chaise");
    expect(table.x - table.size[0] / 2 - (chaise.x + chaise.size[0] / 2)).toBeGreaterThan(0.05);
  });

  it("can have its lamp and plant behind a sofa that stands free in the room", () => {
    const tall = groups.flatMap(({ slots }) =>
      slots.filter(({ kind }) => kind === "floorLamp" || kind === "plant"),
    );
    expect(tall.length).toBe(6);
    expect(tall.every((slot) => slot.or?.some(({ z }) => z + slot.size[1] / 2 < 0))).toBe(true);
  });
});
