/**
 * The code points that a TrueType font has letters for: its cmap table in format 12, which every font beyond the basic plane has
 * (OpenType, cmap). Throws if it has none.
 */
export function codePointsOf(font: Buffer): Set<number> {
  const cmap = tableOf(font, "cmap");
  for (let record = 0; record < font.readUInt16BE(cmap + 2); record++) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + 8 * record);
    if (font.readUInt16BE(subtable) === 12) return new Set(groupsOf(font, subtable));
  }
  throw new Error("The font has no cmap table in format 12.");
}

function* groupsOf(font: Buffer, subtable: number): Generator<number> {
  const groups = font.readUInt32BE(subtable + 12);
  for (let at = subtable + 16; at < subtable + 16 + 12 * groups; at += 12)
    for (let codePoint = font.readUInt32BE(at); codePoint <= font.readUInt32BE(at + 4); codePoint++)
      yield codePoint;
}

function tableOf(font: Buffer, tag: string): number {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    if (font.toString("latin1", at, at + 4) === tag) return font.readUInt32BE(at + 8);
  throw new Error(`The font has no table ${tag}.`);
}
