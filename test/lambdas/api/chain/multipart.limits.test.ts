import { expect, test } from "vitest";
import { parseMultipart } from "../../../../lambdas/api/chain/multipart.ts";
import { Form } from "../../../support/form.ts";

const form = "multipart/form-data; boundary=abc";
const parse = (body: string | Buffer, contentType = form, maxFileBytes = 1_000_000) =>
  parseMultipart(Buffer.from(body), contentType, maxFileBytes);
const parts = (fields: [string, string][]) => parse(new Form(fields, "abc").bytes());
/** A form of one part with these lines as its header. */
const onePart = (content: string, ...header: string[]) =>
  ["--abc", ...header, "", content, "--abc--", ""].join("\r\n");
const field = 'Content-Disposition: form-data; name="reference"';
const file = 'Content-Disposition: form-data; name="file"; filename="a.jpg"';

const refusedBecause = (reason: string) => ({
  code: "bad_request",
  message: `The multipart/form-data body cannot be read: ${reason}.`,
});

test("a form has at most 102 parts", async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i): [string, string] => [`n${i}`, "x"]);
  expect((await parts(fields(102))).fields.size).toBe(102);
  await expect(parts(fields(103))).rejects.toMatchObject(refusedBecause("it has too many parts"));
});

test("the name of a part has at most 100 characters", async () => {
  expect((await parts([["n".repeat(100), "x"]])).fields.size).toBe(1);
  await expect(parts([["n".repeat(101), "x"]])).rejects.toMatchObject(
    refusedBecause("the name of a part is too long"),
  );
});

test("a field has at most 64 KiB", async () => {
  const longest = "x".repeat(64 * 1024);
  expect((await parse(onePart(longest, field))).fields.get("reference")).toEqual([longest]);
  await expect(parse(onePart(`${longest}x`, field))).rejects.toMatchObject(
    refusedBecause("the field reference is longer than 65536 bytes"),
  );
});

test("a file has at most as many bytes as the operation says", async () => {
  const largest = "x".repeat(100);
  expect((await parse(onePart(largest, file), form, 100)).files).toEqual([
    { field: "file", content: Buffer.from(largest) },
  ]);
  await expect(parse(onePart(`${largest}x`, file), form, 100)).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("at most 100 bytes"),
  });
});

test.each<[string, string, string, string?]>([
  ["without a boundary", "its boundary is missing", onePart("x", field), "multipart/form-data"],
  ["of another disposition", "a part has no name", onePart("x", 'Content-Disposition: inline; name="a"')],
  ["without a disposition", "a part has no name", onePart("x", "X-Other: 1")],
  ["that breaks off", "Unexpected end of multipart data", onePart("x", field).replace("--abc--", "")],
  [
    "in another encoding",
    "the field reference is not UTF-8",
    onePart("x", field, "Content-Type: text/plain; charset=latin1"),
  ],
])("a form %s is refused", async (_, reason, body, contentType) => {
  await expect(parse(body, contentType)).rejects.toMatchObject(refusedBecause(reason));
});

test("a part of bytes is a file without a file name, unless it is the picture", async () => {
  const bytes = "Content-Type: application/octet-stream";
  expect((await parse(onePart("x", field, bytes))).files).toEqual([
    { field: "reference", content: Buffer.from("x") },
  ]);
  await expect(parse(onePart("x", 'Content-Disposition: form-data; name="file"'))).rejects.toMatchObject({
    code: "bad_request",
    message: "Send file as a part with a file name, in a multipart/form-data body.",
  });
  expect((await parse(onePart("x", field, "Content-Type: what is this"))).files).toEqual([]);
});
