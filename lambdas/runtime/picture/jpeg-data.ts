import { EntropyBits } from "./jpeg-bits.ts";
import { type BlockReader, blockReader } from "./jpeg-blocks.ts";
import { define, noTables, type Scan, scanOf } from "./jpeg-frame.ts";

const [firstRestart, start, end, scan] = [0xd0, 0xd8, 0xd9, 0xda];

/**
 * Whether the data of a JPEG is what an encoder can have written (ITU-T T.81, annexes F and G). False shows damage that
 * libjpeg decodes in silence, as bits that were changed, lost or added shift all that follow: a coefficient beyond the last of its
 * block, a value that no picture has, fewer or more units than the picture's size needs. What webcams and hardware leave
 * behind the last unit is none, a further row of units included. For a file that libjpeg has decoded.
 */
export function isDataInOrder(jpeg: Buffer): boolean {
  const tables = noTables();
  for (let position = 2; ; ) {
    const at = markerFrom(jpeg, position);
    const code = jpeg[at] ?? end;
    if (code === end || at + 3 > jpeg.length) return true;
    position = at + 1;
    if (code < 0xc0 || (code >= firstRestart && code <= start)) continue;
    position += jpeg.readUInt16BE(at + 1);
    const content = jpeg.subarray(at + 3, position);
    define(tables, code, content);
    if (code !== scan) continue;
    const found = scanOf(tables, content);
    if (found === null) return true;
    const after = walk(jpeg, position, found);
    if (after === null) return false;
    position = after;
  }
}

/** Where the code of the next marker is. */
function markerFrom(jpeg: Buffer, position: number): number {
  for (let at = jpeg.indexOf(0xff, position); at !== -1; at = jpeg.indexOf(0xff, at)) {
    while (jpeg[at] === 0xff) at++;
    if (jpeg[at] !== 0) return at;
  }
  return jpeg.length;
}

/** Reads the units of a scan from `position`. Where their data ends; null if it is not in order. */
function walk(jpeg: Buffer, position: number, scan: Scan): number | null {
  const { columns, rows, restartInterval } = scan;
  const interval = restartInterval || columns * rows;
  let from = position;
  for (let unit = 0; unit < columns * rows; ) {
    const bits = new EntropyBits(jpeg, from);
    const reader = blockReader(bits, scan.band, scan.isProgressive);
    for (const component of scan.components) component.prediction = 0;
    const until = Math.min(unit + interval, columns * rows);
    for (; unit < until; unit++) if (!readUnit(reader, scan, unit)) return null;
    if (reader.run > 0 || bits.left() < 0 || hasMoreUnits(bits, reader, scan)) return null;
    from = markerFrom(jpeg, bits.position);
    if (unit < columns * rows && ((jpeg[from] ?? 0) & 0xf8) !== firstRestart) return null;
    from++;
  }
  return from - 2;
}

function readUnit(reader: BlockReader, { components, columns }: Scan, unit: number): boolean {
  const row = Math.floor(unit / columns);
  const column = unit - row * columns;
  for (const component of components) {
    if (components.length === 1) return reader.read(component, row * component.columns + column);
    const { across, down } = component;
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) {
        const block = (row * down + y) * component.columns + column * across + x;
        if (!reader.read(component, block)) return false;
      }
  }
  return true;
}

/** Whether units of the picture are left. Bytes that are none are harmless, and so is one more row of a hardware encoder. */
function hasMoreUnits(bits: EntropyBits, reader: BlockReader, scan: Scan): boolean {
  if (bits.left() < 8) return false;
  let more = 0;
  while (bits.left() >= 8 && readUnit(reader, scan, 0)) more++;
  return more !== scan.columns && bits.isFilledUp();
}
