import { expect, test, vi } from "vitest";
import { parseMultipart } from "../../../../lambdas/api/chain/multipart.ts";
import { Form } from "../../../support/form.ts";

const form = "multipart/form-data; boundary=abc";
const parse = async (body: string | Buffer, contentType = form, maxFileBytes = 1_000_000) =>
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
  expect((await parse(onePart(largest, file), form, 100)).file).toEqual(Buffer.from(largest));
  await expect(parse(onePart(`${largest}x`, file), form, 100)).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("at most 100 bytes"),
  });
});

test.each<[string, string, string, string?]>([
  ["without a boundary", "its boundary is missing", onePart("x", field), "multipart/form-data"],
  [
    "with a boundary of more than 70 characters",
    "its boundary has more than 70 characters",
    "",
    `multipart/form-data; boundary=${"b".repeat(71)}`,
  ],
  [
    "with a boundary of 300 characters",
    "its boundary has more than 70 characters",
    "",
    `${form}${"c".repeat(300)}`,
  ],
  ["of another disposition", "a part has no name", onePart("x", 'Content-Disposition: inline; name="a"')],
  ["without a disposition", "a part has no name", onePart("x", "X-Other: 1")],
  ["with a part without any header", "a part has no name", onePart("x")],
  ["that breaks off", "Unexpected end of multipart data", onePart("x", field).replace("--abc--", "")],
  [
    "that breaks off behind its boundary",
    "Unexpected end of multipart data",
    onePart("x", field).replace("--abc--\r\n", "--abc"),
  ],
  [
    "whose part breaks off in its header",
    "the header of a part has no end within 8192 bytes",
    `--abc\r\n${field}`,
  ],
  [
    "with a header line without a name",
    "the header of a part is not well formed",
    onePart("x", field, "no colon"),
  ],
  [
    "whose boundary goes on in its line",
    "a line of its boundary goes on",
    onePart("x", field).replace("--abc--", "--abcd"),
  ],
  ["without its boundary", "it has no line of its boundary", "hello"],
])("a form %s is refused", async (_, reason, body, contentType) => {
  await expect(parse(body, contentType)).rejects.toMatchObject(refusedBecause(reason));
});

test("what is before the first boundary, behind the last and behind a boundary in its line is ignored", async () => {
  const body = `before\r\n${onePart("x", field).replace("--abc", "--abc \t")}after`;
  expect((await parse(body)).fields.get("reference")).toEqual(["x"]);
});

test("a header line may be continued in the next one", async () => {
  const body = onePart("x", "Content-Disposition: form-data;", ' name="reference"');
  expect((await parse(body)).fields.get("reference")).toEqual(["x"]);
});

test("the name of a part decides whether it is the file, not its file name or type", async () => {
  const named = (name: string, ...header: string[]) =>
    onePart("x", `Content-Disposition: form-data; name="${name}"`, ...header);
  const withFileName = (name: string) => onePart("x", `${field.replace("reference", name)}; filename="blob"`);
  const bytes = "Content-Type: application/octet-stream";
  for (const body of [named("reference", bytes), named("reference", "Content-Type: what is this")])
    expect(await parse(body)).toMatchObject({ fields: new Map([["reference", ["x"]]]), file: null });
  for (const name of ["workflow", "metadata"])
    expect((await parse(withFileName(name))).fields.get(name)).toEqual(["x"]);
  for (const body of [named("file", bytes), named("file", "Content-Type: image/jpeg"), withFileName("file")])
    expect(await parse(body)).toMatchObject({ fields: new Map(), file: Buffer.from("x") });
  await expect(parse(named("file"))).rejects.toMatchObject({
    message: "Send file as a part with a file name, in a multipart/form-data body.",
  });
});

test("a file under another name is told where it belongs", async () => {
  const disposition = `${field.replace("reference", "picture")}; filename="a.jpg"`;
  for (const content of [Buffer.from([0xff, 0xd8]), Buffer.alloc(64 * 1024 + 1, "x")]) {
    const [head = "", tail = ""] = onePart("|", disposition).split("|");
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(tail)]);
    await expect(parse(body)).rejects.toMatchObject({
      code: "bad_request",
      message: "Send exactly one file, in the part named file: the part named picture is a text.",
    });
  }
});

test("bytes that are sent encoded are refused, and a name of no encoding is none", async () => {
  for (const [line, encoding] of [
    ["Content-Transfer-Encoding: base64", "base64"],
    ["content-transfer-encoding: Quoted-Printable", "Quoted-Printable"],
    ["Content-Encoding: gzip", "gzip"],
  ] as const)
    for (const [disposition, name] of [
      [field, "reference"],
      [file, "file"],
    ] as const)
      await expect(parse(onePart("eA==", disposition, line))).rejects.toMatchObject(
        refusedBecause(`the part ${name} is encoded as ${encoding}: send it as it is`),
      );
  for (const line of ["7bit", "8BIT", "binary"])
    expect(
      (await parse(onePart("x", field, `Content-Transfer-Encoding: ${line}`, "Content-Encoding: none")))
        .fields,
    ).toEqual(new Map([["reference", ["x"]]]));
});

test.each([
  ["empty parts", "--abc\r\n\r\n"],
  ["named parts", `--abc\r\n${field}\r\n\r\n\r\n`],
  ["parts of one long line", `--abc\r\nX: ${"x".repeat(8000)}\r\n\r\n\r\n`],
  ["almost boundaries", "\r\n--ab"],
])("a form of 4 MB of %s is read to its first refusal only, and copied nowhere", async (_, part) => {
  const body = Buffer.from(part.repeat(4_200_000 / part.length));
  const [searches, views] = [vi.spyOn(body, "indexOf"), vi.spyOn(body, "subarray")];
  expect(() => parseMultipart(body, form, 4 * 2 ** 20)).toThrow("cannot be read");
  expect(searches.mock.calls.length).toBeLessThanOrEqual(103);
  expect(views.mock.calls.length).toBeLessThanOrEqual(6 * 103);
  for (const { value } of views.mock.results) expect(value.buffer).toBe(body.buffer);
});
