import { Form } from "../../support/form.ts";
import type { Call } from "../../support/requests.ts";
import type { Objects } from "../aws/objects.ts";
import type { Schedule } from "../simulation/schedule.ts";
import type { Action } from "./actions.ts";
import type { Partner } from "./partners.ts";
import { oneOf } from "./reading.ts";
import type { Requests } from "./requests.ts";

type Source = Record<string, string> | Buffer;
type Parts = { schedule: Schedule; requests: Requests; objects: Objects; pictures: Map<string, Buffer> };

/** How requests bring their pictures: by URL, as a file, by an upload. Null if there is no upload to name. */
export function bringer({ schedule, requests, objects, pictures }: Parts) {
  const pictureAt = (share: number) => [...pictures][Math.floor(share * pictures.size)] as [string, Buffer];

  /** Puts a picture under an upload's URL, if that has not expired. */
  function put(url: string, picture: Buffer): void {
    const { pathname, search } = new URL(url);
    objects.answer({ method: "PUT", path: pathname + search, headers: {}, body: picture });
  }

  /** A new upload, put at once or late, or again while its picture is ingested; or one that a request has named before. */
  async function upload(partner: Partner, share: number, { a, b }: Action): Promise<string | null> {
    const named = oneOf(partner.uploads, a * 10);
    if (named !== undefined) return named;
    const [, picture] = pictureAt(share);
    const body = { content_length: picture.length, content_type: "image/jpeg" };
    const reply = await requests.send(partner, "createUpload", { body });
    if (reply?.status !== 200) return null;
    const { url, upload_id } = reply.body;
    partner.uploads.push(upload_id);
    const late = b > 0.93 ? 20 * 60_000 : 0;
    if (late > 0) await schedule.sleep(a * late);
    if (b < 0.97) put(url, picture);
    if (b < 0.75) schedule.after(b * 30_000, () => put(url, pictureAt(1 - share)[1]));
    return upload_id;
  }

  return async (partner: Partner, action: Action): Promise<Source | null> => {
    const { b, c } = action;
    if (b < 0.35) return { source_url: `https://pictures.example/${pictureAt(c)[0]}` };
    if (b < 0.65) return pictureAt(c)[1];
    const upload_id = await upload(partner, c, action);
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
