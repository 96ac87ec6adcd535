import { createRequire } from "node:module";
import type { Picture } from "@image-staging/picture/picture";
import { between, pick, type Random, randomOf } from "@image-staging/picture/random";
import sharp from "sharp";
import { drawDimensions, type Measure } from "./dimensions.ts";
import { type DrawingStyle, drawFlat, hatched } from "./drawing.ts";
import type { Flat, FlatRoom } from "./flat.ts";
import type { PlanKind } from "./kind.ts";
import { planFlat } from "./plan-flat.ts";

/** A drawn plan and what is true of it: sizes in metres, places in pixels. */
export interface GeneratedPlan {
  picture: Picture;
  flat: Flat;
  style: DrawingStyle;
  /** 1 in walls, outlines included; doors and windows are no wall. */
  walls: Uint8Array;
  /** 1 on lettering. */
  letters: Uint8Array;
}

const inch = 0.0254;

/**
 * Draws the plan of a flat by a seed: `longest` is the picture's longer side. The same seed gives the same plan. Without a
 * kind it is an English plan of rooms along a hall.
 */
export async function generatePlan(seed: number, longest = 1000, kind?: PlanKind): Promise<GeneratedPlan> {
  const random = randomOf(seed * 2654435761 + 11);
  const flat = planFlat(random, kind);
  const margin = between(random, 0.06, 0.12) * longest;
  const scale = (longest - 2 * margin) / Math.max(flat.width, flat.height);
  const title = longest * 0.09;
  const width = Math.round(flat.width * scale + 2 * margin);
  const height = Math.round(flat.height * scale + 2 * margin + title);
  const style: DrawingStyle = {
    wall: wallOf(pick(random, ["#111", "#000", "#3a3a3c", "#8a8a8c", "#fff"]), kind),
    ink: pick(random, ["#000", "#111", "#333"]),
    line: Math.max(1, Math.round((longest / 1000) * between(random, 1.2, 2.6) * 2) / 2),
    ...{ scale, left: Math.round(margin), top: Math.round(margin + title), thickLeaf: random() < 0.4 },
    ...{ doors: kind?.doors ?? "arc", hasWardrobes: kind?.hasWardrobes ?? false },
    ...{ isColoured: kind?.isColoured ?? false, isOutlined: kind?.walls !== "grey" },
  };
  const dimensions = drawDimensions(flat, style, kind?.dimensions ?? "none");
  const lines = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${drawFlat(flat, style)}${dimensions.lines}</svg>`;
  const lettering = await letteringOf(random, flat, style, {
    width,
    longest,
    kind,
    measures: dimensions.measures,
  });
  const page = await sharp(Buffer.from(lines)).composite(lettering).removeAlpha().raw().toBuffer();
  const blank = { create: { width, height, channels: 3, background: "#fff" } } as const;
  const letters = await sharp(blank).composite(lettering).greyscale().raw().toBuffer();
  return {
    picture: { width, height, data: page },
    ...{ flat, style, walls: wallsOf(flat, style, width, height) },
    letters: Uint8Array.from(letters, (value) => (value < 128 ? 1 : 0)),
  };
}

function wallOf(fill: string, kind: PlanKind | undefined): string {
  const wall = {
    filled: fill === "#fff" ? "#222" : fill,
    lines: "#fff",
    grey: "#a6a6a8",
    hatched,
    thin: "#111",
  };
  return kind ? wall[kind.walls] : fill;
}

function wallsOf(
  { rooms, gaps, width: w, height: h }: Flat,
  { scale, left, top }: DrawingStyle,
  width: number,
  height: number,
): Uint8Array {
  const within = (x: number, y: number, area: { x: number; y: number; width: number; height: number }) =>
    x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
  const flat = { x: 0, y: 0, width: w, height: h };
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [((i % width) + 0.5 - left) / scale, (Math.floor(i / width) + 0.5 - top) / scale];
    return within(x, y, flat) && ![...rooms, ...gaps].some((area) => within(x, y, area)) ? 1 : 0;
  });
}

interface Page {
  width: number;
  longest: number;
  kind: PlanKind | undefined;
  measures: readonly Measure[];
}

/** Names, sizes and a title, as pictures to put on the plan: in the font Inter, so that every machine draws the same. */
async function letteringOf(
  random: Random,
  flat: Flat,
  { scale, left, top, ink }: DrawingStyle,
  { width, longest, kind, measures }: Page,
) {
  const weight = pick(random, ["400Regular", "600SemiBold", "700Bold"] as const);
  const size = Math.max(9, longest * between(random, 0.013, 0.017));
  const chosen = pick(random, ["metres", "feet", "both", "none"] as const);
  const units = kind?.sizes ?? chosen;
  const capitals = random() < 0.3;
  const put = async (text: string, x: number, y: number, high: number, most: number) => {
    const { data, info } = await lettersOf(text, weight, high, ink, most);
    return { input: data, left: Math.round(x - info.width / 2), top: Math.round(y - info.height / 2) };
  };
  const named = flat.rooms.map((room) => {
    const lines = [
      capitals ? room.name.toUpperCase() : room.name,
      ...(room.use === "hall" ? [] : sizesOf(room, units)),
    ];
    const away = room.use === "kitchen" ? 0.3 : 0;
    const x = room.x + room.width / 2 + { left: away, right: -away, top: 0, bottom: 0 }[room.back];
    const y = room.y + room.height / 2 + { top: away, bottom: -away, left: 0, right: 0 }[room.back];
    return put(lines.join("\n"), left + x * scale, top + y * scale, size, room.width * scale * 0.96);
  });
  const title = put(
    pick(random, ["Ground Floor", "First Floor", "Second Floor"]),
    width / 2,
    top * 0.45,
    size * 1.3,
    width,
  );
  const measured = measures.map(({ text, x, y, most }) => put(text, x, y, Math.max(8, size * 0.8), most));
  return Promise.all([...named, title, ...measured]);
}

/** The weight is named too: pango would choose among all that this process has used. */
async function lettersOf(text: string, weight: string, size: number, ink: string, most: number) {
  const fontfile = createRequire(import.meta.url).resolve(
    `@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`,
  );
  const rendered = await sharp({
    text: {
      text: `<span foreground="${ink.length === 4 ? ink.replace(/[^#]/g, "$&$&") : ink}">${text}</span>`,
      font: `Inter ${weight.replace(/\d/g, "")} ${Math.round(size)}px`,
      fontfile,
      rgba: true,
      align: "centre",
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  if (rendered.info.width <= most) return rendered;
  return sharp(rendered.data)
    .resize({ width: Math.floor(most) })
    .png()
    .toBuffer({ resolveWithObject: true });
}

function sizesOf({ width, height }: FlatRoom, units: PlanKind["sizes"]): string[] {
  const metres = `${width.toFixed(2)} x ${height.toFixed(2)}m`;
  const feet = `${feetOf(width)} x ${feetOf(height)}`;
  const area = `${(width * height).toFixed(1)} m²`;
  return { metres: [metres], feet: [feet], both: [feet, metres], area: [area], none: [] }[units];
}

function feetOf(metres: number): string {
  const inches = Math.round(metres / inch);
  const whole = Math.floor(inches / 12);
  return `${whole}'${inches % 12}"`;
}
