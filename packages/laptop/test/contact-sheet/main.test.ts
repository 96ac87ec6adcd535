import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawFloorplan, drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { runProgram, type Script, startFakeService } from "../fake-service.ts";

let service: Awaited<ReturnType<typeof startFakeService>> | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function sheetOf(picture: Buffer, script?: Script) {
  service = await startFakeService(picture, script);
  const file = join(service.folder, "picture.jpg");
  const out = join(service.folder, "sheets/sheet.png");
  await writeFile(file, picture);
  const ended = await runProgram("packages/laptop/src/contact-sheet/main.ts", service.folder, [
    file,
    "--out",
    out,
  ]);
  const asked = service.bodiesTo("/api/v1/generations").map(({ body }) => JSON.parse(body));
  return { ...ended, asked, out };
}

const isFullRun = process.env.FULL_RUN !== undefined;
const captures: [string, Buffer, number][] = [
  ["photo", await drawRoom(320, 240), 22],
  ["panorama360", await drawPanorama(512), 10],
  ["floorplan", await drawFloorplan(320, 240), 11],
];
test.each(isFullRun ? captures : captures.slice(2))(
  "a %s is shown in every mode and style",
  async (capture_type, picture, jobs) => {
    const { code, asked, out } = await sheetOf(picture);
    expect(code).toBe(0);
    expect(asked.length).toBe(jobs);
    expect(new Set(asked.map((request) => JSON.stringify(request))).size).toBe(jobs);
    expect(
      asked.every((request) => request.capture_type === capture_type && request.source_asset_id === "src_9"),
    ).toBe(true);
    expect(await sharp(out).metadata()).toMatchObject({ format: "png", width: 1880 });
  },
);

test("a job that fails is named, and the sheet shows the others", async () => {
  const failure = { code: "no_approved_output", message: "No picture passed approval.", retryable: true };
  const { code, stderr, out } = await sheetOf(await drawPanorama(512), ({ path }, nth) =>
    path === "/api/v1/generations" && nth === 3
      ? { body: { job_id: "job_9", status: "failed", failure, outputs: [] } }
      : undefined,
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^panorama360, \w+: no_approved_output\n$/);
  expect((await sharp(out).metadata()).width).toBe(1880);
});
