import { type HuffmanTable, huffmanTable } from "./jpeg-bits.ts";
import { type Band, mostBitsOf, type ScanComponent } from "./jpeg-blocks.ts";

/** A component of a picture: how many blocks it has in each unit, how many in a row, and which quantizers. */
type Component = ScanComponent & { across: number; down: number; columns: number; quantizers: number };

/** A picture of 8 bits as its frame header tells (ITU-T T.81, B.2.2). */
type Frame = {
  width: number;
  height: number;
  across: number;
  down: number;
  isProgressive: boolean;
  components: Map<number, Component>;
};

/** What the header's segments have defined so far. */
export type Tables = {
  quantizers: Map<number, Uint16Array>;
  huffman: Map<number, HuffmanTable>;
  restartInterval: number;
  frame: Frame | null;
};

/** A scan: its components, the band that it codes, and its units (MCU) in a row and a column. */
export type Scan = {
  components: Component[];
  band: Band;
  isProgressive: boolean;
  columns: number;
  rows: number;
  restartInterval: number;
};

export const noTables = (): Tables => ({
  quantizers: new Map(),
  huffman: new Map(),
  restartInterval: 0,
  frame: null,
});

const empty = huffmanTable(new Uint8Array(16), new Uint8Array(0));
const [huffmanCode, quantizersCode, intervalCode, progressive] = [0xc4, 0xdb, 0xdd, 0xc2];
const frames = [0xc0, 0xc1, progressive];
const acClass = 0x10;

/** Takes in what a segment defines. */
export function define(tables: Tables, code: number, content: Buffer): void {
  if (code === quantizersCode) defineQuantizers(tables, content);
  if (code === huffmanCode) defineHuffman(tables, content);
  if (code === intervalCode) tables.restartInterval = content.readUInt16BE(0);
  if (frames.includes(code)) tables.frame = frameOf(content, code === progressive);
}

function defineQuantizers({ quantizers }: Tables, content: Buffer): void {
  for (let at = 0; at < content.length; ) {
    const head = content[at] ?? 0;
    const bytes = head >> 4 === 0 ? 1 : 2;
    const values = content.subarray(at + 1, at + 1 + 64 * bytes);
    const value = (nth: number) =>
      bytes === 1 ? values[nth] : (values[2 * nth] ?? 0) * 256 + (values[2 * nth + 1] ?? 0);
    quantizers.set(
      head & 15,
      Uint16Array.from({ length: 64 }, (_, nth) => value(nth) ?? 0),
    );
    at += 1 + 64 * bytes;
  }
}

function defineHuffman({ huffman }: Tables, content: Buffer): void {
  for (let at = 0; at + 17 <= content.length; ) {
    const counts = content.subarray(at + 1, at + 17);
    const end = at + 17 + counts.reduce((sum, count) => sum + count, 0);
    huffman.set(content[at] ?? 0, huffmanTable(counts, content.subarray(at + 17, end)));
    at = end;
  }
}

function frameOf(content: Buffer, isProgressive: boolean): Frame | null {
  if (content[0] !== 8 || content.length < 6 + 3 * (content[5] ?? 0)) return null;
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  const parts = Array.from({ length: content[5] ?? 0 }, (_, nth) =>
    content.subarray(6 + 3 * nth, 9 + 3 * nth),
  );
  const factors = parts.map(([, both = 0]) => ({ across: both >> 4, down: both & 15 }));
  const [across, down] = [
    Math.max(...factors.map((one) => one.across)),
    Math.max(...factors.map((one) => one.down)),
  ];
  const components = new Map<number, Component>();
  for (const [nth, [id = 0, , quantizers = 0]] of parts.entries()) {
    const own = factors[nth] ?? { across: 1, down: 1 };
    const columns = own.across * Math.ceil(width / (8 * across));
    const blocks = columns * own.down * Math.ceil(height / (8 * down));
    const nonzero = new Uint32Array(isProgressive ? 2 * blocks : 0);
    const unset = { dc: empty, ac: empty, dcQuantizer: 1, mostBits: new Uint8Array(64), prediction: 0 };
    components.set(id, { ...own, ...unset, columns, quantizers, nonzero });
  }
  return { width, height, across, down, isProgressive, components };
}

/** A scan by its header (B.2.3); null if what it needs is not there. */
export function scanOf(
  { frame, quantizers, huffman, restartInterval }: Tables,
  content: Buffer,
): Scan | null {
  const count = content[0] ?? 0;
  const [from = 0, to = 0, bits = 0] = content.subarray(1 + 2 * count);
  const band = { from, to, isRefinement: bits >> 4 !== 0, low: bits & 15 };
  const components: Component[] = [];
  for (let nth = 0; nth < count; nth++) {
    const component = frame?.components.get(content[1 + 2 * nth] ?? 0);
    const values = quantizers.get(component?.quantizers ?? 0);
    if (!component || !values) return null;
    const tables = content[2 + 2 * nth] ?? 0;
    component.dc = huffman.get(tables >> 4) ?? empty;
    component.ac = huffman.get(acClass | (tables & 15)) ?? empty;
    component.dcQuantizer = values[0] ?? 0;
    component.mostBits = mostBitsOf(values, band);
    components.push(component);
  }
  const [first] = components;
  if (!frame || !first) return null;
  const { across, down } = frame;
  // Alone, a component has a block in each unit, and none that only fills up the picture (A.2.2).
  const [columns, rows] =
    count === 1
      ? [Math.ceil((frame.width * first.across) / across), Math.ceil((frame.height * first.down) / down)]
      : [frame.width / across, frame.height / down];
  const units = { columns: Math.ceil(columns / 8), rows: Math.ceil(rows / 8) };
  return { components, band, isProgressive: frame.isProgressive, restartInterval, ...units };
}
