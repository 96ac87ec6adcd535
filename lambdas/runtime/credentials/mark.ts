/** What every manifest store begins with (C2PA 2.2, "JUMBF"): the type of its box, a UUID. Without it there is none. */
export const storeType = Uint8Array.from([
  0x63, 0x32, 0x70, 0x61, 0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71,
]);

/** Whether a picture may have content credentials: a search of its bytes, quicker than the library starts. */
export function isMarked(picture: Uint8Array): boolean {
  const [first = 0] = storeType;
  for (let at = picture.indexOf(first); at >= 0; at = picture.indexOf(first, at + 1))
    if (storeType.every((byte, index) => picture[at + index] === byte)) return true;
  return false;
}
