import sharp, { type OverlayOptions } from "sharp";
import { hashOf } from "../outside/pictures.ts";

/** What a model can make of a source. Approval refuses the source itself, and asks again for what seems to drift. */
type Drawn = { staged: Buffer[]; drifting: Buffer[]; graded: Buffer[]; source: Buffer };
const drawn = new Map<string, Promise<Drawn>>();

function picturesOf(source: Buffer): Promise<Drawn> {
  const key = hashOf(source);
  const made = drawn.get(key) ?? drawPictures(source);
  drawn.set(key, made);
  return made;
}

/** A rectangle by its place and size as parts of a picture. */
type Patch = { x: number; y: number; wide: number; high: number; background: string };

async function drawPictures(source: Buffer): Promise<Drawn> {
  const { width, height } = await sharp(source).metadata();
  const layerOf = ({ x, y, wide, high, background }: Patch): OverlayOptions => ({
    input: {
      create: { width: Math.round(width * wide), height: Math.round(height * high), channels: 3, background },
    },
    left: Math.round(width * x),
    top: Math.round(height * y),
  });
  const furniture = { x: 0.3, y: 0.55, wide: 0.35, high: 0.3 };
  const newFloor = { x: 0, y: 0.73, wide: 1, high: 0.27, background: "#806040" };
  const withPatches = (...patches: Patch[]) =>
    sharp(source).composite(patches.map(layerOf)).jpeg({ quality: 80 }).toBuffer();
  const inBothColours = (draw: (background: string) => Promise<Buffer>) =>
    Promise.all(["#203040", "#b03020"].map(draw));
  const graded = (brightness: number) =>
    sharp(source).modulate({ brightness }).jpeg({ quality: 90 }).toBuffer();
  return {
    staged: await inBothColours((background) => withPatches({ ...furniture, background })),
    drifting: await inBothColours((background) => withPatches(newFloor, { ...furniture, background })),
    graded: await Promise.all([0.86, 0.9].map(graded)),
    source,
  };
}

/** The pictures of one answer, in the order of its candidates, of which the source itself is not good. */
export async function candidatesFor(
  source: Buffer,
  { workflow }: { workflow: string },
  fault: string | null,
): Promise<Buffer[]> {
  const { staged, drifting, graded } = await picturesOf(source);
  const [first, second] =
    workflow === "pro_capture" ? graded : fault === "seems_to_drift" ? drifting : staged;
  return fault === "copies_the_source" ? [source, second ?? source] : [first ?? source, second ?? source];
}
