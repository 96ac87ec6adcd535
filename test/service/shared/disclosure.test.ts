import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import { drawRoom } from "../../support/pictures.ts";
import { readQrCodes } from "../../support/qr-codes.ts";
import type { Reply } from "../../support/requests.ts";
import { created, endOfJob, ingested } from "./journey.ts";
import { admin, newPartner, service } from "./service.ts";

const picture = await drawRoom({ width: 1680, height: 1120, seed: 11 }).jpeg().toBuffer();
const partner = await newPartner();
const { body: asset } = await ingested(partner, new Form([["file", picture]]));

async function staged(fields: object): Promise<Reply["body"]> {
  const { source_asset_id } = asset;
  const configuration = { workflow: "staging", capture_type: "photo", mode: "clean" };
  const { job_id } = await created(partner, { source_asset_id, ...configuration, ...fields });
  return (await endOfJob(partner, job_id)).body;
}

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const picturesOf = (html: string) =>
  Array.from(html.matchAll(/<img src="([^"]+)"/g), ([, url = ""]) => url.replaceAll("&amp;", "&"));

/** The mean difference of two pictures' shades, 0 to 255, at a size that both have. */
async function differenceOf(...pictures: (Buffer | undefined)[]): Promise<number> {
  const [a, b] = await Promise.all(
    pictures.map((picture) =>
      sharp(picture).resize(400, 266, { fit: "fill" }).removeAlpha().raw().toBuffer(),
    ),
  );
  if (!a || !b) throw new Error("Two pictures are compared.");
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

describe("a job with label and page", () => {
  // @contract added.13
  test("has a QR code in its output that leads to a public page with the original next to the output", async () => {
    const job = await staged({ disclosure: "label_and_page" });
    expect(job).toMatchObject({ status: "succeeded", disclosure: "label_and_page" });
    expect(job.disclosure_url).toMatch(new RegExp(`^${service.baseUrl}/d/[0-9a-z]{26}$`));
    const output = await download(job.outputs[0].image_url);
    expect(await readQrCodes(output)).toEqual([job.disclosure_url]);

    const page = await fetch(job.disclosure_url);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain(
      `img-src ${service.environment.AWS_ENDPOINT_URL_S3};`,
    );
    const [original, altered] = await Promise.all(picturesOf(await page.text()).map(download));
    expect(await differenceOf(original, await download(job.original.image_url))).toBeLessThan(4);
    expect(await differenceOf(altered, output)).toBeLessThan(4);
  });

  test("shows visitors previews of 1600 pixels, and signs no URL of the whole pictures", async () => {
    const { disclosure_url } = await staged({ disclosure: "label_and_page" });
    const urls = picturesOf(await (await fetch(disclosure_url)).text());
    for (const url of urls) expect(new URL(url).pathname).toContain("/previews/");
    const previews = await Promise.all(urls.map(async (url) => sharp(await download(url)).metadata()));
    expect(previews.map(({ width, height }) => [width, height])).toEqual([
      [1600, 1067],
      [1600, 1067],
    ]);
    const [original, altered] = previews.map(({ xmpAsString = "" }) => xmpAsString);
    expect(original).toBe("");
    expect(altered).toContain("Virtually staged");
  });

  // @contract added.15
  test("has a page that answers HEAD like GET, and other methods with 405 and what it allows", async () => {
    const { disclosure_url } = await staged({ disclosure: "label_and_page" });
    const missing = disclosure_url.replace(/.{26}$/, "0".repeat(26));
    for (const [url, status] of [
      [disclosure_url, 200],
      [missing, 404],
    ] as const) {
      const head = await fetch(url, { method: "HEAD" });
      const get = await fetch(url);
      expect([head.status, await head.text(), get.status]).toEqual([status, "", status]);
      for (const name of ["content-type", "cache-control", "x-robots-tag"])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    for (const method of ["POST", "OPTIONS", "DELETE"]) {
      const refused = await fetch(disclosure_url, { method });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("gets the outputs, the code and the page of an equal job before it", async () => {
    const first = await staged({ disclosure: "label_and_page" });
    const again = await staged({ disclosure: "label_and_page" });
    expect(again.outputs[0].cached).toBe(true);
    expect(again.disclosure_url).toBe(first.disclosure_url);
  });

  test("has no page once an operator revokes it, and an equal job after that gets a new page", async () => {
    const first = await staged({ disclosure: "label_and_page" });
    await admin("disclosure", "revoke", first.disclosure_url, "--yes");
    expect((await fetch(first.disclosure_url)).status).toBe(404);
    const again = await staged({ disclosure: "label_and_page" });
    expect(again.outputs[0].cached).toBe(false);
    expect(again.disclosure_url).not.toBe(first.disclosure_url);
    expect((await fetch(again.disclosure_url)).status).toBe(200);
  });
});

// @contract added.15
test("a labelled job never gets an unlabelled output that was approved before, nor the reverse", async () => {
  const outputs = new Map<string, Buffer>();
  for (const disclosure of ["none", "label", "none", "label"]) {
    const job = await staged({ disclosure, mode: "refurnish", room_types: ["Kitchen"] });
    expect(job).toMatchObject({ status: "succeeded", disclosure, disclosure_url: null });
    const output = await download(job.outputs[0].image_url);
    expect(job.outputs[0].cached).toBe(outputs.has(disclosure));
    expect(output.equals(outputs.get(disclosure) ?? output)).toBe(true);
    outputs.set(disclosure, output);
  }
  expect(outputs.get("label")?.equals(outputs.get("none") ?? Buffer.alloc(0))).toBe(false);
});
