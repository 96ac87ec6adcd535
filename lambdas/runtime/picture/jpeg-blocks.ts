import { type EntropyBits, type HuffmanTable, noCode } from "./jpeg-bits.ts";

/**
 * A component in a scan: its tables, how many bits its coefficients have at most, its last DC coefficient, and in a progressive
 * JPEG which coefficients are known to be other than zero, in two words a block.
 */
export type ScanComponent = {
  dc: HuffmanTable;
  ac: HuffmanTable;
  dcQuantizer: number;
  mostBits: Uint8Array;
  prediction: number;
  nonzero: Uint32Array;
};

/** The coefficients that a scan codes and the lowest bit that it codes of them (ITU-T T.81, B.2.3). */
export type Band = { from: number; to: number; isRefinement: boolean; low: number };

/** Reads one block after another: false at the first that no encoder writes. `run` is how many more are to end at once. */
export type BlockReader = { run: number; read: (component: ScanComponent, block: number) => boolean };

/** A quarter more than samples of 8 bits can give. Encoders that sharpen edges or round overshoot by less. */
const farthestDc = 1280;
/** Twice what they can give. */
const farthestAc = 2048;
const mostDcBits = 11;
const mostAcBits = 10;

/** How many bits each coefficient has at most, by its quantizer. */
export const mostBitsOf = (quantizers: Uint16Array, { low }: Band): Uint8Array =>
  Uint8Array.from(quantizers, (quantizer) => {
    const bits = 32 - Math.clz32(farthestAc / Math.max(1, quantizer));
    return Math.max(0, Math.min(mostAcBits, bits - low));
  });

/** What reads the blocks of a scan. */
export function blockReader(bits: EntropyBits, band: Band, isProgressive: boolean): BlockReader {
  if (!isProgressive)
    return {
      run: 0,
      read: (component) => readDc(bits, component, 0) && bits.coefficients(component.ac, component.mostBits),
    };
  if (band.from > 0) return band.isRefinement ? acRefinements(bits, band) : acBlocks(bits, band);
  return {
    run: 0,
    read: band.isRefinement ? () => bits.take(1) >= 0 : (component) => readDc(bits, component, band.low),
  };
}

function readDc(bits: EntropyBits, component: ScanComponent, low: number): boolean {
  const length = bits.symbol(component.dc);
  if (length === noCode || length > mostDcBits) return false;
  if (length > 0) {
    const value = bits.take(length);
    component.prediction += value >> (length - 1) === 0 ? value - (1 << length) + 1 : value;
  }
  const step = component.dcQuantizer << low;
  return Math.abs(component.prediction * step) <= farthestDc + step;
}

const isNonzero = (nonzero: Uint32Array, block: number, at: number) =>
  (((nonzero[2 * block + (at >> 5)] ?? 0) >>> (at & 31)) & 1) === 1;

function markNonzero(nonzero: Uint32Array, block: number, at: number): void {
  const word = 2 * block + (at >> 5);
  nonzero[word] = (nonzero[word] ?? 0) | (1 << (at & 31));
}

/** The first part of a progressive JPEG's AC coefficients (G.1.2.2). */
function acBlocks(bits: EntropyBits, { from, to }: Band): BlockReader {
  const reader: BlockReader = {
    run: 0,
    read: ({ ac, mostBits, nonzero }, block) => {
      if (reader.run > 0) return reader.run-- > 0;
      for (let at = from; at <= to; at++) {
        const symbol = bits.symbol(ac);
        if (symbol === noCode) return false;
        const length = symbol & 15;
        const zeros = symbol >> 4;
        if (length === 0 && zeros < 15) {
          reader.run = (1 << zeros) - 1 + bits.take(zeros);
          return true;
        }
        at += zeros;
        if (at > to || length > (mostBits[at] ?? 0)) return false;
        bits.skip(length);
        if (length > 0) markNonzero(nonzero, block, at);
      }
      return true;
    },
  };
  return reader;
}

/** A further bit of a progressive JPEG's AC coefficients, and those that only now are other than zero (G.1.2.3). */
function acRefinements(bits: EntropyBits, { from, to }: Band): BlockReader {
  /** The place behind so many zeros. Each coefficient between them has its further bit here. */
  const behindZeros = (nonzero: Uint32Array, block: number, start: number, zeros: number): number => {
    let left = zeros;
    for (let at = start; at <= to; at++)
      if (isNonzero(nonzero, block, at)) bits.skip(1);
      else if (left-- === 0) return at;
    return to + 1;
  };
  const reader: BlockReader = {
    run: 0,
    read: ({ ac, nonzero }, block) => {
      let at = from;
      for (; reader.run === 0 && at <= to; at++) {
        const symbol = bits.symbol(ac);
        if (symbol === noCode || (symbol & 15) > 1) return false;
        const zeros = symbol >> 4;
        if ((symbol & 15) === 0 && zeros < 15) {
          reader.run = (1 << zeros) + bits.take(zeros);
          break;
        }
        bits.skip(symbol & 15);
        at = behindZeros(nonzero, block, at, zeros);
        if (at > to) return false;
        if ((symbol & 15) === 1) markNonzero(nonzero, block, at);
      }
      if (reader.run === 0) return true;
      reader.run--;
      if (((nonzero[2 * block] ?? 0) | (nonzero[2 * block + 1] ?? 0)) !== 0)
        behindZeros(nonzero, block, at, Number.POSITIVE_INFINITY);
      return true;
    },
  };
  return reader;
}
