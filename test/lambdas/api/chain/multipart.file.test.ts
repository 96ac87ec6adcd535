import { afterAll, describe, expect, test } from "vitest";
import { startApi } from "../../../support/api.ts";
import { Form, type Parts } from "../../../support/form.ts";
import { formsOf, picture, staging } from "../../../support/multipart.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();

const { create, refused } = formsOf(partner);

// @contract post-source-assets.4 post-generations.1 post-generations.file limits.6 limits.14
describe("the file of a form", () => {
  const fields: Parts = [
    ["workflow", "pro_capture"],
    ["capture_type", "photo"],
  ];
  test.each<[string, Parts, number, string]>([
    [
      "missing",
      [],
      400,
      "Send exactly one of file, source_url, source_asset_id and upload_id: the request has none.",
    ],
    [
      "a text field",
      [["file", "text"]],
      400,
      "Send file as a part with a file name, in a multipart/form-data body.",
    ],
    [
      "under another name",
      [["picture", picture]],
      400,
      "Send exactly one file, in the part named file: the part named picture is a text.",
    ],
    [
      "sent twice",
      [
        ["file", picture],
        ["file", picture],
      ],
      400,
      "Send exactly one file, in the part named file.",
    ],
    ["empty", [["file", Buffer.alloc(0)]], 400, "The file is empty."],
    [
      "with source_url",
      [
        ["file", picture],
        ["source_url", "https://a.example.com/a.jpg"],
      ],
      400,
      "Send exactly one of file, source_url, source_asset_id and upload_id: the request has file and source_url.",
    ],
    [
      "over 4 MiB",
      [["file", Buffer.alloc(4 * 1024 * 1024 + 1)]],
      422,
      "The file must be at most 4194304 bytes (4 MiB): send a larger picture, up to 50 MiB, by upload_id or source_url.",
    ],
  ])("%s is refused", async (_case, parts, status, message) => {
    const code = status === 400 ? "bad_request" : "validation_error";
    expect(await refused([...fields, ...parts])).toEqual([status, code, message]);
  });

  test("of exactly 4 MiB is accepted", async () => {
    expect((await create([...fields, ["file", Buffer.alloc(4 * 1024 * 1024, 1)]])).status).toBe(200);
  });

  test.each<[Parts, number]>([
    [[], 400],
    [
      [
        ["file", picture],
        ["source_url", "https://a.example.com/a.jpg"],
      ],
      400,
    ],
    [
      [
        ["file", picture],
        ["workflow", "staging"],
      ],
      422,
    ],
  ])("of a source asset comes alone: %j", async (parts, status) => {
    expect((await partner.send("createSourceAsset", { body: new Form(parts) })).status).toBe(status);
  });
});

describe("a boundary", () => {
  const parts: Parts = [...staging, ["room_types", "Kitchen"]];
  test.each<[string, string]>([
    ["simple", "simple"],
    ["'()+_,-./:=?z", "'()+_,-./:=?z"],
    ['"with space = quoted"', "with space = quoted"],
    [`"gc0p4Jq0M2Yt08jU534c0p'()+_,-./:=?"`, "gc0p4Jq0M2Yt08jU534c0p'()+_,-./:=?"],
    [
      "-----------------------------9051914041544843365972754266",
      "-----------------------------9051914041544843365972754266",
    ],
    ["x".repeat(70), "x".repeat(70)],
  ])("written as %s is read", async (written, boundary) => {
    const body = new Form(parts, boundary);
    for (const type of [
      `multipart/form-data; boundary=${written}`,
      `Multipart/Form-Data;charset=utf-8; Boundary=${written}`,
    ]) {
      const reply = await partner.send("createGeneration", { body, headers: { "Content-Type": type } });
      expect([reply.status, reply.body.room_types]).toEqual([200, ["Kitchen"]]);
    }
  });
});

// @contract errors.6
describe("a form that cannot be read is answered 400", () => {
  const whole = new Form(staging, "abc").bytes().toString("latin1");
  const part = (head: string) => `--abc\r\n${head}\r\n\r\nvalue\r\n--abc--\r\n`;
  test.each<[string, string, string]>([
    [
      "with a file part without a file name",
      part('Content-Disposition: form-data; name="file"\r\nContent-Type: text/plain'),
      "boundary=abc",
    ],
    ["cut off in a field", whole.slice(0, 60), "boundary=abc"],
    ["cut off in the file", whole.slice(0, 120), "boundary=abc"],
    ["without its end", whole.slice(0, -8), "boundary=abc"],
    ["with another boundary", whole, "boundary=abd"],
    ["without a boundary", whole, ""],
    ["that is no form", "hello", "boundary=abc"],
    ["of bare line feeds", whole.replaceAll("\r\n", "\n"), "boundary=abc"],
    ["with a part without name", part("Content-Disposition: form-data"), "boundary=abc"],
    ["with a part without disposition", part("X-Other: 1"), "boundary=abc"],
    [
      "with a very long name",
      part(`Content-Disposition: form-data; name="${"n".repeat(300)}"`),
      "boundary=abc",
    ],
    [
      "with a very long field",
      new Form([["reference", "x".repeat(70_000)]], "abc").bytes().toString(),
      "boundary=abc",
    ],
    [
      "of 200 parts",
      new Form(
        Array.from({ length: 200 }, (_, i) => [`n${i}`, "x"]),
        "abc",
      )
        .bytes()
        .toString(),
      "boundary=abc",
    ],
  ])("%s", async (_case, body, parameter) => {
    const reply = await partner.send("createGeneration", {
      body,
      headers: { "Content-Type": `multipart/form-data; ${parameter}` },
    });
    expect([reply.status, reply.body.error.code]).toEqual([400, "bad_request"]);
  });

  test("and so is any form to an operation that takes no file", async () => {
    const reply = await partner.send("regenerateGeneration", {
      id: "job_1",
      body: new Form([["mode", "clean"]]),
    });
    expect([reply.status, reply.body.error.message]).toEqual([400, "Send the body as application/json."]);
  });
});
