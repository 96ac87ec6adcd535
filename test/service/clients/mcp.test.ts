import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { roomTypes } from "@image-staging/client";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import { installByReadme } from "../../support/install-block.ts";
import { servePictures } from "../../support/picture-server.ts";
import { until } from "../../support/until.ts";
import { newPartner, service } from "../shared/service.ts";

// The service is in this process: nothing may block it.
const run = promisify(execFile);
const partner = await newPartner({}, { sandbox: true });
const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-")));
const program = await builtProgram();
const hosts: Client[] = [];
afterAll(async () => {
  for (const host of hosts) await host.close();
  await web.close();
  rmSync(folder, { recursive: true });
});

/** The server as it is built, in a full run installed by its README in an empty folder. */
async function builtProgram(): Promise<string> {
  const cwd = join(import.meta.dirname, "../../../packages/clients/mcp");
  if (!isFullRun) {
    await run("node", ["build.mjs"], { cwd });
    return join(cwd, "dist/main.js");
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "partner", private: true }));
  await installByReadme(cwd, folder);
  return join(folder, "node_modules/@image-staging/mcp/dist/main.js");
}

const environmentOf = (settings: object) => ({
  PATH: String(process.env.PATH),
  STAGING_BASE_URL: service.baseUrl,
  STAGING_API_KEY: partner.apiKey,
  ...settings,
});

/** A host, with the server as it starts it. */
async function startHost(settings: object = {}) {
  const host = new Client({ name: "test", version: "1" });
  await host.connect(
    new StdioClientTransport({
      command: "node",
      args: [program],
      env: environmentOf(settings),
      stderr: "ignore",
    }),
  );
  hosts.push(host);
  return {
    host,
    call: async (
      name: string,
      args: Record<string, unknown>,
      options?: Parameters<Client["callTool"]>[1],
    ) => {
      const { content, structuredContent, isError } = await host.callTool(
        { name, arguments: args },
        { timeout: 110_000, ...options },
      );
      const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
      const images = content.flatMap((block) =>
        block.type === "image" ? [Buffer.from(block.data, "base64")] : [],
      );
      const links = content.flatMap((block) => (block.type === "resource_link" ? [block.uri] : []));
      // Tests read what the tools' schemas promise.
      const job = structuredContent as Record<string, unknown>;
      const error = isError ? JSON.parse(texts[1] ?? "{}").error : undefined;
      return { text: texts.join("\n"), images, links, job, error, isError };
    },
  };
}

const pictures = join(folder, "pictures");
mkdirSync(join(pictures, "rooms"), { recursive: true });
const room = join(pictures, "room.jpg");
// Wider than what hosts are shown, and of few pixels.
writeFileSync(room, await drawRoom(1600, 400));
const web = await servePictures({ "room.jpg": readFileSync(room) });
const clean = { workflow: "staging", capture_type: "photo", mode: "clean", wait_seconds: 100 };
const { host, call } = await startHost({ STAGING_PICTURES_DIR: pictures });

test("the tools take what the API takes, and say what they change", async () => {
  const { tools } = await host.listTools();
  expect(
    tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint ?? false,
    ]),
  ).toEqual([
    ["stage_picture", false, false],
    ["regenerate", false, false],
    ["find_generations", true, false],
    ["get_generation", true, false],
    ["cancel_generation", false, true],
    ["get_listing", true, false],
    ["close_listing", false, true],
    ["get_capabilities", true, false],
    ["get_usage", true, false],
  ]);
  expect(tools[0]?.inputSchema).toMatchObject({
    additionalProperties: false,
    required: ["picture", "workflow", "capture_type"],
    properties: { room_types: { items: { enum: roomTypes }, maxItems: 3 } },
  });
  for (const { description, inputSchema, outputSchema } of tools) {
    expect(description).toMatch(/\.$/);
    expect(outputSchema?.type).toBe("object");
    for (const [name, property] of Object.entries(inputSchema.properties ?? {}))
      expect(Object(property).description, name).toMatch(/\w/);
  }
});

test("a picture is staged, shown within bounds, regenerated, found and looked at", async () => {
  const seen: string[] = [];
  const request = { ...clean, picture: "room.jpg", reference: "listing 7" };
  const onprogress = ({ message = "" }) => void seen.push(message);
  const staged = await call("stage_picture", request, { onprogress });
  expect(staged.job).toMatchObject({ status: "succeeded", mode: "clean", reference: "listing 7" });
  expect([staged.images.length, staged.links.length]).toEqual([1, 1]);
  const [image] = staged.images;
  const { format, width, height } = await sharp(image).metadata();
  expect([format, width, height]).toEqual(["jpeg", 1280, 320]);
  expect((await fetch(staged.links[0] ?? "")).headers.get("content-type")).toBe("image/jpeg");
  expect(seen.at(-1)).toBe(`${staged.job.job_id}: succeeded`);

  const again = await call("regenerate", {
    job_id: staged.job.job_id,
    mode: "renovate",
    room_types: ["Kitchen"],
    wait_seconds: 0,
  });
  expect(again.job).toMatchObject({ parent_job_id: staged.job.job_id, mode: "renovate" });

  const found = await call("find_generations", { reference: "listing 7", limit: 1 });
  expect(found.job).toMatchObject({ generations: [{ job_id: again.job.job_id }] });
  const next = { reference: "listing 7", limit: 1, cursor: found.job.next_cursor };
  expect((await call("find_generations", next)).job).toMatchObject({
    generations: [{ job_id: staged.job.job_id, status: "succeeded" }],
  });

  const alone = await call("get_generation", { job_id: staged.job.job_id, pictures: false });
  expect([alone.images.length, alone.links.length]).toEqual([0, 1]);
  expect((await call("cancel_generation", { job_id: staged.job.job_id })).job.status).toBe("succeeded");
  expect((await call("get_usage", {})).job).toMatchObject({
    access: { plan: "sandbox" },
  });
  const able = await call("get_capabilities", {});
  expect(able.job).toMatchObject({ max_room_types: 3, style_presets: expect.arrayContaining(["scandi"]) });
  expect(able.text).toContain("staging photo refurnish: room_types required, style_preset optional");
});

test("a listing is looked at and closed: then it takes no more jobs", async () => {
  const listing = "elm-street-5";
  const staged = await call("stage_picture", { ...clean, picture: "room.jpg", listing });
  const seen = await call("get_listing", { listing });
  expect(seen.job).toMatchObject({
    ...{ listing, counts: { total: 1, in_progress: 0, succeeded: 1, failed: 0 }, closed_at: null },
    generations: [{ job_id: staged.job.job_id, status: "succeeded" }],
  });
  expect(seen.text).toContain("1 job: 1 succeeded, 0 failed, 0 in progress. It takes more jobs.");
  const closed = await call("close_listing", { listing });
  expect(closed.job).toMatchObject({ listing, closed_at: expect.any(String), partially_completed: false });
  expect(closed.text).toContain("It is closed, and every job has ended.");
  const late = await call("regenerate", { job_id: staged.job.job_id, wait_seconds: 0 });
  const unknown = await call("get_listing", { listing: "oak-lane-1" });
  expect([late.error.code, unknown.error.status]).toEqual(["listing_closed", 404]);
});

test("a host that sends every value as a text, and blanks for what it leaves out, stages a picture", async () => {
  const blank = { style_preset: "", disclosure: null, reference: "", idempotency_key: "" };
  const texts = { ...clean, room_types: '["Living Room"]', include_alternates: "false", wait_seconds: "100" };
  const staged = await call("stage_picture", { ...texts, ...blank, picture: `"${room}"\n` });
  expect(staged.job).toMatchObject({ status: "succeeded", reference: null });
  const { isError, text } = await call("stage_picture", { ...clean, path: room });
  expect([isError, text]).toEqual([true, expect.stringContaining("path is not a field: use picture.")]);
});

test("a host that stops waiting leaves the job alone, and cancel_generation ends it", async () => {
  const controller = new AbortController();
  const reference = "sandbox:slow";
  const onprogress = ({ message = "" }) => message.endsWith(": running") && controller.abort();
  const request = { ...clean, picture: `${web.url}/room.jpg`, reference };
  await expect(call("stage_picture", request, { onprogress, signal: controller.signal })).rejects.toThrow(
    /abort/i,
  );

  const found = await call("find_generations", { reference });
  const [{ job_id, status }] = Object(found.job).generations;
  expect(status).toBe("running");
  const waiting = await call("get_generation", { job_id, wait_seconds: 1 });
  expect([waiting.job.status, waiting.text]).toEqual(["running", expect.stringContaining("It continues")]);
  const cancelled = await call("cancel_generation", { job_id });
  expect([cancelled.isError, cancelled.job]).toEqual([
    undefined,
    expect.objectContaining({ status: "failed", failure: expect.objectContaining({ code: "cancelled" }) }),
  ]);
  await until(
    async () => (await call("get_generation", { job_id, wait_seconds: 5 })).job.status === "failed",
  );
});

describe("a refusal is a result, with its code", () => {
  const large = join(pictures, "large.jpg");
  writeFileSync(large, "");
  truncateSync(large, 50 * 1024 * 1024 + 1);
  writeFileSync(join(pictures, "notes.jpg"), "not a picture");
  const outside = join(folder, "outside.jpg");
  writeFileSync(outside, "");
  symlinkSync(outside, join(pictures, "link.jpg"));

  test.each([
    ["a file that is not there", "none.jpg", "picture_not_found"],
    ["a folder", "rooms", "picture_not_a_file"],
    ["a file that is too large", "large.jpg", "picture_too_large"],
    ["a file that is not a picture", "notes.jpg", "picture_unsupported"],
    ["a file outside the folder", outside, "picture_not_allowed"],
    ["a link out of the folder", "link.jpg", "picture_not_allowed"],
    ["a file outside the folder that is not there", "/nowhere/none.jpg", "picture_not_allowed"],
    ["an asset of nobody", "src_NONE", "validation_error"],
  ])("%s", async (_what, picture, code) => {
    const { isError, error, text } = await call("stage_picture", { ...clean, picture });
    expect([isError, error.code]).toEqual([true, code]);
    expect(text).toContain(`${code}: ${error.message}`);
  });

  test("a request that the API refuses, with its status and request id", async () => {
    const request = { picture: room, workflow: "staging", capture_type: "photo" };
    const { isError, error } = await call("stage_picture", request);
    expect([isError, error]).toEqual([
      true,
      expect.objectContaining({ code: "validation_error", status: 422 }),
    ]);
    expect(error.request_id).toMatch(/\w/);
  });

  test("a job that fails, with its id", async () => {
    const request = { ...clean, picture: room, reference: "sandbox:no_approved_output" };
    const { isError, error } = await call("stage_picture", request);
    expect([isError, error]).toMatchObject([true, { code: "no_approved_output" }]);
    const read = await call("get_generation", { job_id: error.job_id });
    expect([read.isError, read.job.status]).toEqual([undefined, "failed"]);
  });

  test("a key that is not valid, without showing it", async () => {
    const key = "stg_live_nobody.nothing";
    const stranger = await startHost({ STAGING_API_KEY: key });
    const { isError, error, text } = await stranger.call("get_usage", {});
    expect([isError, error]).toMatchObject([true, { code: "unauthorized", status: 401 }]);
    expect(text).not.toContain(key);
  });
});

test("without a key or a safe address the server says so, and does not start", async () => {
  const settings = {
    STAGING_API_KEY: "",
    STAGING_BASE_URL: "http://api.example.com",
    STAGING_PICTURES_DIR: "/none",
  };
  const { code, stderr, stdout } = await run("node", [program], { env: environmentOf(settings) }).catch(
    (error) => error,
  );
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.match(/^STAGING_\w+/gm)).toEqual([
    "STAGING_BASE_URL",
    "STAGING_API_KEY",
    "STAGING_PICTURES_DIR",
  ]);
});
