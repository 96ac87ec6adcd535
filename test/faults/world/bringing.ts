import { Form } from "../../support/form.ts";
import type { Call } from "../../support/requests.ts";
import { keyAt, type Objects } from "../aws/objects.ts";
import type { Action } from "./actions.ts";
import type { Partner } from "./partners.ts";
import type { Requests } from "./requests.ts";

type Source = Record<string, string> | Buffer;
type Parts = { requests: Requests; objects: Objects; pictures: Map<string, Buffer> };

/** How requests bring their pictures: by URL, as a file, by an upload. Null if there is no upload to name. */
export function bringer({ requests, objects, pictures }: Parts) {
  const pictureAt = (share: number) => [...pictures][Math.floor(share * pictures.size)] as [string, Buffer];

  async function upload(partner: Partner, share: number, isPut: boolean): Promise<string | null> {
    const [, picture] = pictureAt(share);
    const body = { content_length: picture.length, content_type: "image/jpeg" };
    const reply = await requests.send(partner, "createUpload", { body });
    if (reply?.status !== 200) return null;
    if (isPut) objects.stored.set(keyAt(new URL(reply.body.url).pathname), picture);
    return reply.body.upload_id;
  }

  return async (partner: Partner, { b, c }: Action): Promise<Source | null> => {
    if (b < 0.35) return { source_url: `https://pictures.example/${pictureAt(c)[0]}` };
    if (b < 0.65) return pictureAt(c)[1];
    const upload_id = await upload(partner, c, b < 0.95);
    return upload_id === null ? null : { upload_id };
  };
}

/** A request with its fields and its source: a form if the source is a file. */
export const requestWith = (source: Source, fields: Record<string, unknown>): Call => {
  if (!Buffer.isBuffer(source)) return { body: { ...fields, ...source } };
  const parts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return { body: new Form([["file", source], ...parts], "form-of-this-request") };
};
