/**
 * The colour space of 8 bits that a PNG of 16 bits a channel must be brought to before sharp applies its profile: sharp
 * takes 16-bit colours to Display P3 instead of sRGB, and leaves the profile of 16-bit greys out. Undefined for any other
 * picture, whose profile sharp applies right. `head` is its first 26 bytes or more (PNG, 11.2.1).
 */
export function eightBitSpaceOf(head: Uint8Array): "srgb" | "b-w" | undefined {
  const isDeepPng = head[0] === 0x89 && head[1] === 0x50 && head[2] === 0x4e && head[24] === 16;
  if (!isDeepPng) return undefined;
  const [greyOnly, greyWithAlpha] = [0, 4];
  return head[25] === greyOnly || head[25] === greyWithAlpha ? "b-w" : "srgb";
}
