import { uncoveredOf } from "./uncovered.ts";

/** What is known of a container that is as the signer writes it. */
export type Container = {
  /** Whether its signature has a timestamp. */
  isStamped: boolean;
  /** The SHA-256 of each thing that only a statement of the signer covers. */
  uncovered: string[];
};

/**
 * Checks what no hash and no signature of content credentials covers: the segments of the JPEG, the lengths, labels and toggles
 * of boxes (C2PA 2.2, "JUMBF"), and the zeros that fill the signature up (RFC 9052). Null if any of it is unlike what this
 * service's signer writes. With what it says of the rest, each changed byte of a picture shows, also one that says nothing.
 */
export async function containerOf(picture: Uint8Array): Promise<Container | null> {
  try {
    const bytes = joined(picture);
    const store = superbox(bytes, { start: 0, end: bytes.length });
    const [first, last] = [store.children[0], store.children.at(-1)];
    demand(first !== undefined && last !== undefined);
    const active = superbox(bytes, last);
    const parts = active.children.map((child) => superbox(bytes, child));
    const [assertions, , signature] = parts;
    demand(assertions !== undefined && signature !== undefined);
    const labels = [store, ...parts].map(({ label }) => label).join();
    demand(labels === "c2pa,c2pa.assertions,c2pa.claim.v2,c2pa.signature");
    demand([store, active, ...parts].every(({ toggles }) => toggles === labelled));
    const each = assertions.children.map((child) => superbox(bytes, child));
    demand(each.every(({ toggles }) => (toggles & ~salted) === labelled));
    const timestamp = timestampOf(bytes, signature.content);
    const earlier = bytes.subarray(first.start, last.start);
    return { isStamped: timestamp !== null, uncovered: await uncoveredOf(earlier, timestamp) };
  } catch (error) {
    if (error instanceof Unlike) return null;
    throw error;
  }
}

/** The container is unlike what the signer writes. */
class Unlike extends Error {}

function demand(holds: boolean): asserts holds {
  if (!holds) throw new Unlike();
}

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
const numberAt = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** The container, out of the segments that a JPEG begins with. Each but the first repeats the head of the outermost box. */
function joined(picture: Uint8Array): Uint8Array {
  const [marker, head] = ["\xff\xeb", "JP\x02\x11"];
  const pieces: Uint8Array[] = [];
  let at = 2;
  while (textAt(picture, at, 2) === marker && textAt(picture, at + 4, 2) === "JP") {
    const end = at + 2 + numberAt(picture, at + 2, 2);
    demand(textAt(picture, at + 4, 4) === head && numberAt(picture, at + 8, 4) === pieces.length + 1);
    const repeats = pieces.length > 0 ? 8 : 0;
    const [first = picture.subarray(at + 12, end)] = pieces;
    demand(textAt(picture, at + 12, repeats) === textAt(first, 0, repeats));
    pieces.push(picture.subarray(at + 12 + repeats, end));
    at = end;
  }
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const piece of pieces) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}

type Range = { start: number; end: number };
type Superbox = { label: string; toggles: number; children: Range[]; content: Range };

/** The toggles of a box: that it has a label and may be asked for, and that it has a salt. */
const [labelled, salted] = [0x03, 0x10];

/** Boxes without a gap, each with its head of 8 bytes, from one place to another. */
function boxes(bytes: Uint8Array, { start, end }: Range): (Range & { type: string })[] {
  const found = [];
  for (let at = start; at < end; ) {
    const length = numberAt(bytes, at, 4);
    demand(length >= 8 && at + length <= end);
    found.push({ type: textAt(bytes, at + 4, 4), start: at, end: at + length });
    at += length;
  }
  return found;
}

const contentOf = ({ start, end }: Range): Range => ({ start: start + 8, end });

/** The box that fills a range. */
function superbox(bytes: Uint8Array, range: Range): Superbox {
  const [box, ...after] = boxes(bytes, range);
  demand(box?.type === "jumb" && after.length === 0);
  const [description, ...contents] = boxes(bytes, contentOf(box));
  demand(description?.type === "jumd" && contents[0] !== undefined);
  const label = bytes.subarray(description.start + 25, description.end);
  const ends = label.indexOf(0);
  demand(ends >= 0);
  return {
    label: textAt(label, 0, ends),
    toggles: bytes[description.start + 24] ?? 0,
    children: contents.filter(({ type }) => type === "jumb"),
    content: contentOf(contents[0]),
  };
}

/** The timestamp of a COSE_Sign1, or null: its unprotected part must have nothing else but zeros. */
function timestampOf(bytes: Uint8Array, { start, end }: Range): Uint8Array | null {
  let at = start;
  const take = (wanted: string) => {
    demand(textAt(bytes, at, wanted.length) === wanted);
    at += wanted.length;
  };
  /** A string of bytes or of text (CBOR, RFC 8949), by its major type. */
  const string = (major: number): Uint8Array => {
    const info = (bytes[at] ?? 0) - (major << 5);
    const size = { 24: 1, 25: 2, 26: 4 }[info] ?? 0;
    demand(info >= 0 && info <= 26);
    const length = size === 0 ? info : numberAt(bytes, at + 1, size);
    at += 1 + size + length;
    demand(at <= end);
    return bytes.subarray(at - length, at);
  };
  take("\xd2\x84");
  string(2);
  const entries = (bytes[at++] ?? 0) - 0xa0;
  let timestamp: Uint8Array | null = null;
  for (let entry = 0; entry < entries; entry++) {
    const name = textAt(string(3), 0, 7);
    if (name === "sigTst2") {
      take("\xa1\x69tstTokens\x81\xa1\x63val");
      timestamp = string(2);
    } else demand(/^pad2?$/.test(name) && string(2).every((byte) => byte === 0));
  }
  take("\xf6");
  string(2);
  demand(at === end);
  return timestamp;
}
