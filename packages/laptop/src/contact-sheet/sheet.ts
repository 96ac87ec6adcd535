import { plate, plateSize } from "@image-staging/simulated/drawing/lettering";
import sharp, { type OverlayOptions } from "sharp";

/** A picture and the label under it; without a picture the label alone, in the colour of a failure. */
export type Cell = { label: string; picture: Buffer | undefined };
export type Section = { title: string; cells: Cell[] };

const sheetWidth = 1880;
const gap = 12;
const band = 34;
const background = "#e9e7e2";
const colours = { title: "#24272bb0", label: "#24272bff", missing: "#a32222ff" };

const paper = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } });

const page = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

async function drawCell({ label, picture }: Cell, width: number, height: number): Promise<Buffer> {
  const words = plate(label, width / 2, height + band / 2, 9, picture ? colours.label : colours.missing);
  const caption = { input: page(width, height + band, words) };
  if (!picture)
    return paper(width, height + band)
      .composite([caption])
      .png()
      .toBuffer();
  const input = await sharp(picture).resize(width, height, { fit: "contain", background }).png().toBuffer();
  return paper(width, height + band)
    .composite([{ input, left: 0, top: 0 }, caption])
    .png()
    .toBuffer();
}

/** A section's title and its cells in rows, each in the proportions of the first picture. */
async function drawSection({ title, cells }: Section, top: number) {
  const first = cells.find(({ picture }) => picture)?.picture;
  const { width: wide, height: high } = first ? await sharp(first).metadata() : { width: 3, height: 2 };
  const columns = wide > 1.6 * high ? 4 : 6;
  const width = Math.floor((sheetWidth - gap) / columns) - gap;
  const height = Math.round((width * high) / wide);
  const heading = plate(title, gap + plateSize(title, 11).width / 2, band / 2, 11, colours.title);
  const parts: OverlayOptions[] = [{ input: page(sheetWidth, band, heading), left: 0, top }];
  const under = top + band + gap;
  for (const [nth, cell] of cells.entries()) {
    const left = gap + (nth % columns) * (width + gap);
    const row = Math.floor(nth / columns) * (height + band + gap);
    parts.push({ input: await drawCell(cell, width, height), left, top: under + row });
  }
  return { parts, bottom: under + Math.ceil(cells.length / columns) * (height + band + gap) };
}

/** All sections, one below the other, as a PNG. */
export async function drawSheet(sections: Section[]): Promise<Buffer> {
  const parts: OverlayOptions[] = [];
  let bottom = gap;
  for (const section of sections) {
    const drawn = await drawSection(section, bottom);
    parts.push(...drawn.parts);
    bottom = drawn.bottom + gap;
  }
  return paper(sheetWidth, bottom).composite(parts).png().toBuffer();
}
