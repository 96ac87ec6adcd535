import { Form, type Parts } from "./form.ts";
import type { Partner } from "./partner.ts";

/** Bytes that look like a part's end. */
export const picture = Buffer.from("\x89PNG\r\n\x1a\n--form\r\n\0picture", "latin1");

/** A form that lacks nothing but its room types. */
export const staging: Parts = [
  ["file", picture],
  ["workflow", "staging"],
  ["capture_type", "photo"],
  ["mode", "refurnish"],
];

/** Creates generations by forms. */
export function formsOf(partner: Partner) {
  const create = (parts: Parts) => partner.send("createGeneration", { body: new Form(parts) });
  const refused = async (parts: Parts) => {
    const { status, body } = await create(parts);
    return [status, body.error?.code, body.error?.message];
  };
  return { create, refused };
}
