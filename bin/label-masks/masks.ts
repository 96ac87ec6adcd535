import { createRequire } from "node:module";
import sharp from "sharp";

/** The words that are drawn into outputs: by workflow, and next to a QR code. */
export const words = {
  staging: "Virtually staged",
  pro_capture: "Digitally enhanced",
  original: "Scan to see the original",
};

/** The font size of a mask in pixels. Only labels of the largest pictures are larger. */
const fontSize = 192;
/** Grey levels of a mask: more can't be seen once it is scaled. */
const colours = 16;

const font = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
);

/** A text as a mask: a grey PNG that the letters fill from side to side, white where they are. */
export const drawMask = (text: string): Promise<Buffer> =>
  sharp({ text: { text, fontfile: font, font: `Inter SemiBold, ${fontSize}`, dpi: 72 } })
    .toColourspace("b-w")
    .png({ palette: true, colours, compressionLevel: 9, effort: 10, dither: 0 })
    .toBuffer();

/** The source file that holds the masks of all words. */
export async function writtenMasks(): Promise<string> {
  const entries = await Promise.all(
    Object.entries(words).map(
      async ([name, text]) => `  ${name}:\n    "${(await drawMask(text)).toString("base64")}",\n`,
    ),
  );
  return `/**
 * The words of labels, each as a grey PNG in base64: white letters of the font Inter. \`npm run label-masks\` writes this
 * file, because Lambda has no fonts.
 */
export const labelMasks = {
${entries.join("")}};
`;
}
