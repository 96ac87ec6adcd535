import fc from "fast-check";
import { CreateGeneration } from "../../../lambdas/api/contract/generations/create.ts";
import { Form } from "../../support/form.ts";
import { CAPTURE_TYPES, MODES, ROOMS, STYLES, WORKFLOWS } from "../../support/oracle.ts";
import { text } from "./hostile-json.ts";

const partName = fc.oneof(
  {
    arbitrary: fc.constantFrom("file", "room_types[]", ...Object.keys(CreateGeneration.body.entries)),
    weight: 9,
  },
  { arbitrary: text.map((name) => name.replaceAll(/["\r\n]/g, "")), weight: 1 },
);
const partValue = fc.oneof(
  fc.constantFrom<string>(
    ...WORKFLOWS,
    ...CAPTURE_TYPES,
    ...MODES,
    ...STYLES,
    ...ROOMS,
    "true",
    "false",
    "Kitchen,Living Room",
    '["Kitchen"]',
    '{"a":1}',
    '{"url":"https://a.example.com"}',
    "{",
    "[",
  ),
  text,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);
/** Forms of the parts that requests have, sometimes repeated or under another name. */
export const form = fc
  .record({
    parts: fc.uniqueArray(fc.tuple(partName, partValue), { maxLength: 5, selector: ([name]) => name }),
    base: fc.constantFrom("none", "pro_capture", "staging"),
    repeated: fc.boolean(),
  })
  .map(({ parts, base, repeated }) => {
    const start: [string, string | Buffer][] = base === "none" ? [] : [["file", Buffer.from("no picture")]];
    if (base !== "none") start.push(["workflow", base], ["capture_type", "floorplan"]);
    const names = new Set(start.map(([name]) => name));
    return new Form([...start, ...parts.filter(([name]) => repeated || !names.has(name))]);
  });

/** The bytes of a form, truncated or altered, often under a wrong content type. */
export const brokenForm = fc
  .tuple(form, fc.nat(400), fc.constantFrom("", "; boundary=", "; boundary=x", '; boundary="'))
  .map(([{ contentType, boundary, ...rest }, end, parameter]) => {
    const bytes = new Form(rest.parts, boundary).bytes().toString("latin1");
    const type = parameter === "" ? contentType : `multipart/form-data${parameter}`;
    return { headers: { "content-type": type }, body: bytes.slice(0, end) };
  });
