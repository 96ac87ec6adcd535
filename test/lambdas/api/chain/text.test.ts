import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { startApi } from "../../../support/api.ts";
import { Form } from "../../../support/form.ts";
import { succeededJob } from "../../../support/jobs.ts";
import { type Call, refurnish } from "../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();

const create = (body: Call["body"], headers: Call["headers"] = {}) =>
  partner.send("createGeneration", { body, headers });
/** A JSON body with Latin-1 characters of one byte each. */
const latin1 = (changes: object) => Buffer.from(JSON.stringify(refurnish(asset, changes)), "latin1");
const text = (changes: object) => JSON.stringify(refurnish(asset, changes));
const notUtf8 = "Send the body in UTF-8, the one encoding of JSON.";
/** Charsets, with a text and its bytes in each. */
const declared: [string, string, Buffer][] = [
  ["iso-8859-1", "Wohnfläche", Buffer.from("Wohnfl\xe4che", "latin1")],
  ['"Windows-1252"', "5 €", Buffer.from("5 \x80", "latin1")],
  ["iso-8859-15", "5 €", Buffer.from("5 \xa4", "latin1")],
  ["Shift_JIS", "居間", Buffer.from("\x8b\x8f\x8a\xd4", "latin1")],
  ["UTF-16", "居間", Buffer.from("居間", "utf16le")],
];

describe("text is UTF-8, unless another charset is declared, and never replaced", () => {
  test.each<[string, object]>([
    ["a value", { reference: "Wohnfläche" }],
    ["a value of metadata", { metadata: { city: "München" } }],
    ["a name of metadata", { metadata: { straße: "x" } }],
    ["a name of the request", { ä: 1 }],
  ])("JSON of other bytes in %s is answered 400", async (_where, changes) => {
    const { status, body } = await create(latin1(changes));
    expect([status, body.error.code, body.error.message]).toEqual([400, "bad_request", notUtf8]);
  });

  test("payloads that differ in bytes that are not UTF-8 are never one request", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await create(latin1({ reference: "März" }), headers);
    const second = await create(latin1({ reference: "Mörz" }), headers);
    expect([first.status, second.status]).toEqual([400, 400]);
  });

  test("a caller's own U+FFFD is echoed", async () => {
    expect((await create(text({ reference: "a\ufffdb" }))).body.reference).toBe("a\ufffdb");
  });

  test("a byte order mark before JSON is ignored", async () => {
    expect((await create(`\ufeff${text({ reference: "ä" })}`)).body.reference).toBe("ä");
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    'application/json; charset="UTF-8"; profile="x"',
    "application/json; charset=utf8",
    "application/json; CHARSET=us-ascii",
    "Application/JSON; charset=utf-8; v=1",
  ])("the content type %s is accepted", async (type) => {
    expect((await create(text({}), { "Content-Type": type })).status).toBe(200);
  });

  test.each(declared)("JSON declared as %s is decoded", async (charset, reference, bytes) => {
    const [head = "", tail = ""] = text({ reference: "|" }).split("|");
    const ascii = (part: string) => Buffer.from(part, charset === "UTF-16" ? "utf16le" : "latin1");
    const body = Buffer.concat([ascii(head), bytes, ascii(tail)]);
    const reply = await create(body, { "Content-Type": `application/json; charset=${charset}` });
    expect([reply.status, reply.body.reference]).toEqual([200, reference]);
  });

  test("UTF-16 is read in the order of its byte order mark", async () => {
    const body = Buffer.from(`\ufeff${text({ reference: "ä" })}`, "utf16le").swap16();
    const reply = await create(body, { "Content-Type": "application/json; charset=utf-16" });
    expect([reply.status, reply.body.reference]).toEqual([200, "ä"]);
  });

  test.each(["utf-7", "utf-32", "nonsense", "x".repeat(100)])(
    "JSON declared as %s is answered 400, which names it",
    async (charset) => {
      const reply = await create(text({}), { "Content-Type": `application/json; charset=${charset}` });
      const message = `The body cannot be read as ${charset.slice(0, 40)}: send it in UTF-8.`;
      expect([reply.status, reply.body.error.message]).toEqual([400, message]);
    },
  );
});

test("JSON has at most 512 KiB, which no request needs", async () => {
  const padded = (length: number) => text({}).padEnd(length);
  expect((await create(padded(512 * 1024))).status).toBe(200);
  const { status, body } = await create(padded(512 * 1024 + 1));
  expect([status, body.error.message]).toEqual([
    400,
    "Send at most 524288 bytes of JSON: the body has 524289.",
  ]);
});

describe("a text part of a form is UTF-8, unless another charset is declared", () => {
  const fields = { workflow: "staging", capture_type: "photo", mode: "refurnish", room_types: "Kitchen" };
  const send = (part: Buffer<ArrayBuffer>, charset = "") => {
    const whole = new Form(Object.entries({ ...fields, source_asset_id: asset }), "abc").bytes();
    const body = Buffer.concat([
      whole.subarray(0, -"--abc--\r\n".length),
      part,
      Buffer.from("\r\n--abc--\r\n"),
    ]);
    return create(body, { "Content-Type": `multipart/form-data; boundary=abc${charset}` });
  };
  const part = (value: string, type?: string, name = "reference") =>
    Buffer.from(
      `--abc\r\nContent-Disposition: form-data; name="${name}"${type ? `\r\nContent-Type: ${type}` : ""}\r\n\r\n${value}`,
    );

  test.each([undefined, "text/plain", "text/plain; charset=utf-8", 'text/plain; charset="UTF8"'])(
    "of type %s",
    async (type) => {
      const { status, body } = await send(part("Wohnfläche \ufffd", type));
      expect([status, body.reference]).toEqual([200, "Wohnfläche \ufffd"]);
    },
  );

  test("and keeps a byte order mark, which is the caller's", async () => {
    expect((await send(part("\ufeffa"))).body.reference).toBe("\ufeffa");
  });

  test("but before JSON it is ignored", async () => {
    expect((await send(part('\ufeff{"a":1}', "application/json", "metadata"))).body.metadata).toEqual({
      a: 1,
    });
  });

  test.each(declared)("and in a part that declares %s", async (charset, reference, bytes) => {
    const whole = Buffer.concat([part("", `text/plain; charset=${charset}`), bytes]);
    const { status, body } = await send(whole);
    expect([status, body.reference]).toEqual([200, reference]);
  });

  test("or in a form that declares one, in a part that does not", async () => {
    const latin1 = Buffer.concat([part(""), Buffer.from("fläche", "latin1")]);
    expect((await send(latin1, "; charset=iso-8859-1")).body.reference).toBe("fläche");
    const own = await send(part("ä", "text/plain; charset=utf-8"), "; charset=iso-8859-1");
    expect(own.body.reference).toBe("ä");
  });

  test("and one that cannot be read names its charset", async () => {
    const messageOf = async (type?: string) =>
      (await send(Buffer.concat([part("a", type), Buffer.from([0xff])]))).body.error.message;
    const cannot = "The multipart/form-data body cannot be read: the field reference";
    expect(await messageOf()).toBe(`${cannot} is not UTF-8.`);
    expect(await messageOf("text/plain; charset=utf-7")).toBe(
      `${cannot} cannot be read as utf-7: send it in UTF-8.`,
    );
  });

  test.each<[string, Buffer<ArrayBuffer>]>([
    ["of other bytes", Buffer.concat([part("a"), Buffer.from([0xff, 0xfe])])],
    ["not of the charset that it declares", part("a", "text/plain; charset=utf-16")],
    ["of no charset that there is", part("a", "text/plain; charset=utf-7")],
    ["with JSON of other bytes", Buffer.from(part('{"a":"ä"}', undefined, "metadata").toString(), "latin1")],
    ["with a name of other bytes", Buffer.from(part("a", undefined, "ä").toString(), "latin1")],
  ])("or is answered 400: %s", async (_case, bytes) => {
    const { status, body } = await send(bytes);
    expect([status, body.error.code]).toEqual([400, "bad_request"]);
  });
});

test("several Idempotency-Key headers are answered 400", async () => {
  const reply = await create(text({}), { "Idempotency-Key": ["one", "two"] });
  expect([reply.status, reply.body.error.message]).toEqual([
    400,
    "Send one Idempotency-Key header, not several.",
  ]);
});

test("a regeneration with a body of blanks is one without a body", async () => {
  const { job } = await succeededJob(partner.organizationId);
  const reply = await partner.send("regenerateGeneration", { id: job.job_id, body: " \r\n" });
  expect([reply.status, reply.body.parent_job_id]).toEqual([200, job.job_id]);
});

test("an empty cursor is the first page", async () => {
  const first = await partner.send("listBillingEvents");
  const reply = await partner.send("listBillingEvents", { query: { cursor: "" } });
  expect([reply.status, reply.body]).toEqual([200, first.body]);
});

describe("a body that is sent encoded", () => {
  const encodedAs = (body: Call["body"], encoding: string) => create(body, { "Content-Encoding": encoding });
  const message = (encoding: string) => `Send the body as it is, without Content-Encoding: ${encoding}.`;

  test.each(["gzip", "br", "deflate", "GZIP", "identity, gzip", "zip"])(
    "as %s is answered 415, whatever it holds",
    async (encoding) => {
      const form = new Form([["workflow", "staging"]]);
      for (const body of [text({}), gzipSync(text({})), form]) {
        const answer = await encodedAs(body, encoding);
        expect(answer).toMatchObject({
          status: 415,
          headers: { "accept-encoding": "identity" },
          body: { error: { code: "bad_request", message: message(encoding), retryable: false } },
        });
      }
    },
  );

  test("as what names no coding is accepted", async () => {
    for (const encoding of ["identity", "Identity", "", "none", "UTF-8", "aws-chunked", "identity, binary"])
      expect((await encodedAs(text({}), encoding)).status).toBe(200);
  });

  test("is refused by every write, and ignored if a request has no body", async () => {
    const { body } = await create(text({}));
    const headers = { "Content-Encoding": "gzip" };
    for (const operation of [
      "createUpload",
      "createSourceAsset",
      "regenerateGeneration",
      "cancelGeneration",
    ] as const)
      expect((await partner.send(operation, { id: body.job_id, body: "{}", headers })).status).toBe(415);
    expect((await partner.send("cancelGeneration", { id: body.job_id, headers })).status).toBe(200);
    expect((await partner.send("getGeneration", { id: body.job_id, headers })).status).toBe(200);
  });
});
