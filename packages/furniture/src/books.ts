import { between } from "@image-staging/picture/random";
import type { Material, Piece, Rgb } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { type Finish, mix, paper, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { rgb } from "./styles.ts";

const coverOf = (color: Rgb): Material => ({ kind: "paint", color, gloss: 0.15 });

/** Colours of book covers in a room: its scheme, mixed with paper, and some of cloth that any shelf has. */
function covers(f: Finish): Material[] {
  const { accent, spark, dark, pale, second } = f.scheme;
  return [
    mix(pale, second, 0.35),
    mix(accent, dark, 0.35),
    mix(paper, pale, 0.7),
    mix(dark, pale, 0.12),
    mix(spark, dark, 0.25),
    mix(second, dark, 0.3),
    mix(mix(accent, spark, 0.5), pale, 0.4),
    ...["#e6dfd0", "#2f4a5f", "#86473a", "#4a6152", "#a58a62"].map(rgb),
  ].map(coverOf);
}

/** Upright books along x over `width` metres, standing on y = 0. */
export function bookRow(f: Finish, width: number, tallest: number): Group[] {
  const palette = covers(f);
  const shapes = palette.map((): BufferGeometry[] => []);
  const pages: BufferGeometry[] = [];
  let x = -width / 2;
  while (x < width / 2 - 0.02) {
    const thick = Math.min(between(f.random, 0.013, 0.046), width / 2 - x);
    const tall = tallest * between(f.random, 0.64, 1);
    const deep = between(f.random, 0.13, 0.17);
    const slot = shapes[Math.floor(f.random() * shapes.length)];
    slot?.push(block(thick - 0.002, tall, deep, { radius: 0.003 }).translate(x + thick / 2, tall / 2, 0));
    pages.push(
      block(thick - 0.007, 0.002, deep - 0.006, { radius: 0.0005 }).translate(
        x + thick / 2,
        tall + 0.0005,
        0.001,
      ),
    );
    x += thick;
  }
  return [...palette.map((material, i): Group => [material, shapes[i] ?? []]), [coverOf(paper), pages]];
}

/** A few books lying on top of one another, each turned a little. */
export function bookPile(f: Finish, { width, depth }: Size): Piece {
  const palette = covers(f);
  const count = 2 + Math.floor(f.random() * 2);
  const groups: Group[] = [];
  let y = 0;
  for (let i = 0; i < count; i++) {
    const thick = between(f.random, 0.022, 0.036);
    const [w, d] = [width * (1 - i * 0.07), depth * (1 - i * 0.08)];
    const turn = between(f.random, -0.12, 0.16);
    const place = (shape: BufferGeometry, high: number): BufferGeometry =>
      shape.rotateY(turn).translate(0, y + high, 0);
    groups.push(
      [
        palette[(i * 3 + Math.floor(f.random() * 6)) % palette.length] ?? coverOf(paper),
        place(block(w, 0.003, d, { radius: 0.001 }), 0.0015),
        place(block(w, 0.003, d, { radius: 0.001 }), thick - 0.0015),
        place(block(0.003, thick, d, { radius: 0.001 }).translate(-w / 2, 0, 0), thick / 2),
      ],
      [coverOf(paper), place(block(w - 0.006, thick - 0.005, d - 0.008, { radius: 0.001 }), thick / 2)],
    );
    y += thick;
  }
  return pieceOf("books", groups);
}
