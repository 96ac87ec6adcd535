/** A connected set of pixels that a rule accepts, and its neighbours that are not accepted. */
export interface Patch {
  members: number[];
  border: number[];
}

/** Each patch of a picture's rows above a limit. */
export function* connected(accepts: (i: number) => boolean, width: number, rows: number): Generator<Patch> {
  const seen = new Uint8Array(width * rows);
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] === 1 || !accepts(first)) continue;
    seen[first] = 1;
    const [members, border]: [number[], number[]] = [[first], []];
    for (let next = 0; next < members.length; next++) {
      const i = members[next] ?? 0;
      const x = i % width;
      for (const near of [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width]) {
        if (near < 0 || near >= seen.length || seen[near] === 1) continue;
        if (!accepts(near)) border.push(near);
        else {
          seen[near] = 1;
          members.push(near);
        }
      }
    }
    yield { members, border };
  }
}
