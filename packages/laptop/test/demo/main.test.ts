import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawFloorplan, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import { expect, test } from "vitest";
import { guessCapture } from "../../src/demo/picture.ts";
import { filesIn } from "../fake-service.ts";
import { demo, output } from "./run-demo.ts";

test("without a picture a room is drawn, and its outputs and webhook are shown", async () => {
  const { code, stdout, service, out } = await demo([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Ingest +queued → ready \(.* s\) {2}src_9/);
  expect(stdout).toMatch(/Generation +queued → succeeded/);
  expect(stdout).toMatch(/Output +primary, 300 x 260/);
  expect(stdout).toMatch(/Webhook +generation\.succeeded, its signature verifies/);
  expect(await filesIn(out)).toEqual([
    { name: "drawn-room-staging-refurnish-living-room-modern-1.jpg", data: output },
  ]);
  const [upload] = service.bodiesTo("/api/v1/source-assets");
  expect(upload).toMatchObject({
    type: expect.stringContaining("multipart/form-data"),
    key: expect.stringMatching(/.{20}/),
  });
  const [create] = service.bodiesTo("/api/v1/generations");
  expect(JSON.parse(create?.body ?? "")).toEqual({
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room"],
    style_preset: "modern",
    reference: "demo of drawn-room.jpg",
    source_asset_id: "src_9",
  });
});

test("options become fields of the request", async () => {
  const args = ["--mode", "renovate", "--room", "Bedroom", "Kitchen", "--style", "boho", "--alternates"];
  const { service } = await demo(args);
  const [create] = service.bodiesTo("/api/v1/generations");
  expect(JSON.parse(create?.body ?? "")).toMatchObject({
    mode: "renovate",
    room_types: ["Bedroom", "Kitchen"],
    style_preset: "boho",
    include_alternates: true,
  });
});

test.each([
  [["--workflow", "pro_capture"], { workflow: "pro_capture", capture_type: "photo" }],
  [["--mode", "clean"], { workflow: "staging", capture_type: "photo", mode: "clean" }],
  [["--capture-type", "floorplan"], { workflow: "staging", capture_type: "floorplan" }],
  [
    ["--capture-type", "panorama360"],
    { workflow: "staging", capture_type: "panorama360", style_preset: "modern" },
  ],
])("%j sends no field that its configuration does not allow", async (args, request) => {
  const { service } = await demo(args);
  const [create] = service.bodiesTo("/api/v1/generations");
  const { reference: _, source_asset_id: __, ...asked } = JSON.parse(create?.body ?? "");
  expect(asked).toEqual(request);
});

test("a picture too large for a request is uploaded", async () => {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const large = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: "#888", noise } })
    .png()
    .toBuffer();
  const folder = await mkdtemp(join(tmpdir(), "large-"));
  const file = join(folder, "large.png");
  await writeFile(file, large);
  const { code, service } = await demo([file]);
  await rm(folder, { recursive: true });
  expect(code).toBe(0);
  const [room] = service.bodiesTo("/api/v1/uploads");
  expect(JSON.parse(room?.body ?? "")).toEqual({ content_length: large.length });
  const [put] = service.bodiesTo("/store");
  expect(Buffer.from(put?.body ?? "", "latin1").equals(large)).toBe(true);
  const [asset] = service.bodiesTo("/api/v1/source-assets");
  expect(JSON.parse(asset?.body ?? "")).toEqual({ upload_id: "upl_1" });
});

test("a capture type is guessed from the picture", async () => {
  const guess = async (data: Buffer) => guessCapture({ name: "", data, ...(await sharp(data).metadata()) });
  expect(await guess(await drawRoom(640, 480))).toBe("photo");
  expect(await guess(await drawPanorama(1024))).toBe("panorama360");
  expect(await guess(await drawFloorplan(640, 480))).toBe("floorplan");
});
