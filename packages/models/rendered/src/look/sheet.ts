import sharp from "sharp";
import type { Picture } from "../analysis/index.ts";

const panelWidth = 720;
const margin = 12;
const titleHeight = 30;

/** Two rows of panels: a drawing over the photo each, then the result. Returns PNG bytes. */
export async function sheetOf(
  picture: Picture,
  drawings: readonly { title: string; svg: string }[],
  last: { title: string; data: Uint8Array },
): Promise<Buffer> {
  const { width, height } = picture;
  const panelHeight = Math.round((panelWidth * height) / width);
  const panels = await Promise.all([
    ...drawings.map(({ title, svg }) => panel(picture, picture.data, title, svg, panelHeight)),
    panel(picture, last.data, last.title, "", panelHeight),
  ]);
  const columns = Math.min(3, panels.length);
  const rows = Math.ceil(panels.length / columns);
  const [stepX, stepY] = [panelWidth + margin, panelHeight + titleHeight + margin];
  return sharp({
    create: {
      width: columns * stepX + margin,
      height: rows * stepY + margin,
      channels: 3,
      background: "#fff",
    },
  })
    .composite(
      panels.map((input, i) => ({
        input,
        left: margin + (i % columns) * stepX,
        top: margin + Math.floor(i / columns) * stepY,
      })),
    )
    .png()
    .toBuffer();
}

async function panel(
  { width, height }: Picture,
  data: Uint8Array,
  title: string,
  svg: string,
  panelHeight: number,
): Promise<Buffer> {
  const photo = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(panelWidth, panelHeight)
    .png()
    .toBuffer();
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${panelWidth}" height="${panelHeight}" viewBox="0 0 ${width} ${height}">${svg}</svg>`;
  const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${panelWidth}" height="${titleHeight}"><text x="0" y="21" font-family="sans-serif" font-size="18" fill="#222">${title}</text></svg>`;
  return sharp({
    create: { width: panelWidth, height: panelHeight + titleHeight, channels: 3, background: "#fff" },
  })
    .composite([
      { input: Buffer.from(label), left: 0, top: 0 },
      { input: photo, left: 0, top: titleHeight },
      { input: Buffer.from(drawing), left: 0, top: titleHeight },
    ])
    .png()
    .toBuffer();
}
