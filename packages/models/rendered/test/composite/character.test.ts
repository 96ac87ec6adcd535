import type { Picture } from "@image-staging/picture/picture";
import type { SmallPhoto } from "@image-staging/tracer";
import { prepare } from "@image-staging/tracer";
import { hash2, noise2 } from "@image-staging/tracer/materials/noise";
import { simpleRoom } from "@image-staging/tracer/test/simple-room";
import { View } from "@image-staging/tracer/view";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { characterOf } from "../../src/composite/character.ts";
import { floorGlossOf } from "../../src/composite/floor-gloss.ts";

const [width, height] = [320, 220];

/** Dark panels on a light wall, with sharp edges and some grain. */
function panels(grain: number): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const dark = (Math.floor(x / 40) + Math.floor(y / 40)) & 1;
    const noise = (hash2(x, y, 1) + hash2(x, y, 2) + hash2(x, y, 3) - 1.5) * 2 * grain;
    data.fill(Math.round((dark ? 70 : 190) + noise), at * 3, at * 3 + 3);
  }
  return { width, height, data };
}

async function blurred(picture: Picture, sigma: number): Promise<Picture> {
  const raw = { width, height, channels: 3 } as const;
  return { ...picture, data: await sharp(picture.data, { raw }).blur(sigma).raw().toBuffer() };
}

describe("characterOf", () => {
  it("finds hardly any blur in a sharp picture, and more in a blurred one", async () => {
    expect(characterOf(panels(0)).blur).toBeLessThan(0.2);
    expect(characterOf(await blurred(panels(0), 0.9)).blur).toBeGreaterThan(0.5);
  });

  it("finds more grain in a noisier picture", () => {
    const [clean, noisy] = [characterOf(panels(0)).grain, characterOf(panels(4)).grain];
    expect(clean).toBe(0);
    expect(noisy).toBeGreaterThan(1.5);
  });
});

/** A floor that mirrors a spotted wall by `gloss` times Fresnel's share. */
function mirroring(gloss: number): SmallPhoto {
  const { camera, solid } = prepare(simpleRoom(width, height, []), 20);
  const view = new View(camera, solid);
  const wall = (x: number, y: number) => 0.4 + 0.35 * noise2(x * 1.5, y * 1.5, 3);
  const linear = new Float32Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    view.aim((at % width) + 0.5, Math.floor(at / width) + 0.5);
    const { dx, dy, dz } = view;
    const t = dy < 0 ? Math.min(-1.3 / dy, -4.5 / dz) : -4.5 / dz;
    const [x, y, z] = [dx * t, 1.3 + dy * t, dz * t];
    const left = (-4.5 - z) / dz;
    const seen =
      y > 0.001 ? wall(x, y) : 0.1 + gloss * (0.04 + 0.96 * (1 + dy) ** 5) * wall(x + dx * left, -dy * left);
    linear.fill(seen, at * 3, at * 3 + 3);
  }
  return { width, height, linear };
}

describe("floorGlossOf", () => {
  const { camera, room } = simpleRoom(width, height, []);
  const edge = Math.ceil(height / 2 + (camera.focal * camera.elevation) / -room.back);
  const floor = { ...room, floorMask: new Uint8Array(width * height).fill(255, width * (edge + 1)) };

  it("finds a floor that mirrors its wall", () => {
    expect(floorGlossOf(mirroring(0.8), camera, floor).share).toBeGreaterThan(0.3);
  });

  it("leaves a dull floor dull", () => {
    expect(floorGlossOf(mirroring(0), camera, floor).share).toBe(0);
  });
});
