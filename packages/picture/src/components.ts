/** Groups of marked cells (1) that are at most `gap` cells apart. */
export function components(marked: Uint8Array, columns: number, rows: number, gap: number): number[][] {
  const groups: number[][] = [];
  const taken = new Uint8Array(marked.length);
  for (let start = 0; start < marked.length; start++) {
    if (!marked[start] || taken[start]) continue;
    const group = [start];
    taken[start] = 1;
    for (let at = 0; at < group.length; at++) {
      const k = group[at] as number;
      const [x, y] = [k % columns, Math.floor(k / columns)];
      for (let ny = Math.max(0, y - gap); ny <= Math.min(rows - 1, y + gap); ny++) {
        for (let nx = Math.max(0, x - gap); nx <= Math.min(columns - 1, x + gap); nx++) {
          const next = ny * columns + nx;
          if (!marked[next] || taken[next]) continue;
          taken[next] = 1;
          group.push(next);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}
