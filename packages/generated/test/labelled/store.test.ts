import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drawRoom } from "../../src/labelled/draw.ts";
import { isStored, storeRoom } from "../../src/labelled/store.ts";

const folder = mkdtempSync(join(tmpdir(), "labelled-"));
const room = drawRoom(7, 64);
const { width, height } = room.plan.camera;

beforeAll(() => storeRoom(folder, 7, room, 1.5));
afterAll(() => rmSync(folder, { recursive: true }));

it("finds a room again by its seed, and no other", () => {
  expect(isStored(folder, 7)).toBe(true);
  expect(isStored(folder, 8)).toBe(false);
});

it("keeps the labels as they are, in one channel", async () => {
  const { data, info } = await sharp(join(folder, "000007.l.png"))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(join(folder, "000007.l.png")).metadata();
  expect([info.width, info.height, channels]).toEqual([width, height, 1]);
  expect(data.filter((_, i) => i % info.channels === 0)).toEqual(Buffer.from(room.labels));
});

it("keeps light in levels that rise with it", async () => {
  const levels = await sharp(join(folder, "000007.png")).removeAlpha().raw().toBuffer();
  const order = [...room.light.keys()].sort((a, b) => (room.light[a] ?? 0) - (room.light[b] ?? 0));
  const sorted = order.map((i) => levels[i] ?? 0);
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
});

it("says where the camera stands and how large the room is", () => {
  const line = JSON.parse(readFileSync(join(folder, "index.jsonl"), "utf8"));
  expect(line).toMatchObject({ seed: 7, width, height, seconds: 1.5, box: room.plan.box });
  expect(line.camera).toEqual(room.plan.camera);
});
