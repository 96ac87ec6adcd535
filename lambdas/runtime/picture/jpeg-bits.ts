const longestCode = 16;
const shortCode = 9;
const lastCoefficient = 63;
const [endOfBlock, sixteenZeros] = [0, 0xf0];

/**
 * A Huffman table: by the next bits, the symbol of the code at their start plus 256 times its length; 0 if they begin with
 * no code. Nearly all codes are short, and their table stays in the processor's cache.
 */
export type HuffmanTable = { short: Uint16Array; long: Uint16Array };

/** A table from its segment (ITU-T T.81, C.2): how many codes there are of each length from 1 to 16, and their symbols. */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const [short, long] = [new Uint16Array(1 << shortCode), new Uint16Array(1 << longestCode)];
  let [from, nth] = [0, 0];
  for (let length = 1; length <= longestCode; length++)
    for (let left = counts[length - 1] ?? 0; left > 0; left--) {
      const to = from + (1 << (longestCode - length));
      const entry = (length << 8) | (symbols[nth++] ?? 0);
      long.fill(entry, from, to);
      const beyond = longestCode - shortCode;
      if (length <= shortCode) short.fill(entry, from >> beyond, to >> beyond);
      from = to;
    }
  return { short, long };
}

/** Stands for bits that are no code. */
export const noCode = -1;

/** Reads the entropy-coded bits of a JPEG up to the next marker, and zeros from there on (ITU-T T.81, F.2.2.5). */
export class EntropyBits {
  private bits = 0;
  private count = 0;
  private beyond = 0;
  private readonly jpeg: Buffer;
  /** The next byte that is read: that of the marker, if all before it are. */
  position: number;

  constructor(jpeg: Buffer, position: number) {
    this.jpeg = jpeg;
    this.position = position;
  }

  /** At least 25 bits afterwards. Bits that were passed over but not read yet make `count` negative. */
  private fill(): void {
    const { jpeg } = this;
    let { bits, count, position } = this;
    for (; count <= 24; count += 8) {
      let byte = position < jpeg.length ? (jpeg[position] ?? 0) : 0xff;
      if (byte !== 0xff) position++;
      else if (jpeg[position + 1] === 0) position += 2;
      else {
        byte = 0;
        this.beyond += 8;
      }
      bits = (bits << 8) | byte;
    }
    this.bits = bits;
    this.count = count;
    this.position = position;
  }

  /** The symbol of the next code, or `noCode`. */
  symbol(table: HuffmanTable): number {
    if (this.count < longestCode) this.fill();
    const next = (this.bits >>> (this.count - longestCode)) & 0xffff;
    const entry = (table.short[next >>> (longestCode - shortCode)] ?? 0) || (table.long[next] ?? 0);
    if (entry === 0) return noCode;
    this.count -= entry >>> 8;
    return entry & 0xff;
  }

  /** The next bits, at most 16, as a number. */
  take(length: number): number {
    if (this.count < length) this.fill();
    this.count -= length;
    return (this.bits >>> this.count) & ((1 << length) - 1);
  }

  /**
   * Reads the AC coefficients of a block of a sequential JPEG (F.2.2.2), in one loop for speed. False at a symbol that no
   * encoder writes, at a coefficient beyond the last, and at a value of more bits than `mostBits` has for it.
   */
  coefficients({ short, long }: HuffmanTable, mostBits: Uint8Array): boolean {
    let { bits, count } = this;
    for (let at = 1; at <= lastCoefficient; at++) {
      if (count < longestCode) {
        this.bits = bits;
        this.count = count;
        this.fill();
        ({ bits, count } = this);
      }
      const next = (bits >>> (count - longestCode)) & 0xffff;
      const entry = (short[next >>> (longestCode - shortCode)] ?? 0) || (long[next] ?? 0);
      const symbol = entry & 0xff;
      const length = symbol & 15;
      if (entry === 0 || (length === 0 && symbol !== endOfBlock && symbol !== sixteenZeros)) return false;
      count -= (entry >>> 8) + length;
      if (symbol === endOfBlock) break;
      at += symbol >> 4;
      if (at > lastCoefficient || length > (mostBits[at] ?? 0)) return false;
    }
    this.bits = bits;
    this.count = count;
    return true;
  }

  /** Passes over at most 16 bits. */
  skip(length: number): void {
    this.count -= length;
  }

  /** How many bits are left up to the next marker; below zero if more were read. */
  left(): number {
    let more = 0;
    for (let at = this.position; at < this.jpeg.length; at++, more += 8) {
      if (this.jpeg[at] !== 0xff) continue;
      if (this.jpeg[at + 1] !== 0) break;
      at++;
    }
    return this.count - this.beyond + more;
  }

  /** Whether only ones are left, fewer than a byte of them: what encoders fill the last byte with (F.1.2.3). */
  isFilledUp(): boolean {
    const left = this.left();
    return left >= 0 && left < 8 && this.take(left) === (1 << left) - 1;
  }
}
