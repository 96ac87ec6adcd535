import { describe, expect, it } from "vitest";
import { components, componentsOf } from "../src/components.ts";

/** Rows of a mask: `#` is marked. */
const maskOf = (...rows: string[]) => ({
  mask: Uint8Array.from(rows.join(""), (cell) => (cell === "#" ? 1 : 0)),
  size: { width: rows[0]?.length ?? 0, height: rows.length },
});

describe("componentsOf", () => {
  const { mask, size } = maskOf("##..", "..#.", "#..#");

  it("numbers what rows and columns connect, in the order of first pixels, with its box", () => {
    const { map, components: found } = componentsOf(mask, size);
    expect([...map]).toEqual([1, 1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 4]);
    expect(found[0]).toEqual({ id: 1, pixels: 2, left: 0, top: 0, right: 2, bottom: 1 });
  });

  it("connects corners if asked to", () => {
    const { map, components: found } = componentsOf(mask, size, true);
    expect([...map]).toEqual([1, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1]);
    expect(found[0]).toEqual({ id: 1, pixels: 4, left: 0, top: 0, right: 4, bottom: 3 });
  });
});

describe("components", () => {
  it("joins cells that are at most a gap apart, the nearest first", () => {
    const { mask, size } = maskOf("#..#.....#");
    expect(components(mask, size.width, size.height, 1)).toEqual([[0], [3], [9]]);
    expect(components(mask, size.width, size.height, 3)).toEqual([[0, 3], [9]]);
  });

  it("finds none in an empty mask", () => {
    expect(components(new Uint8Array(6), 3, 2, 1)).toEqual([]);
  });
});
