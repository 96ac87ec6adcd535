import { int32At, uint8At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import type { Ink } from "../ink.ts";
import { type Box, heightOf, widthOf } from "./box.ts";
import type { Label } from "./labels.ts";
import type { Lettering } from "./reader.ts";

/** The pixels of lettering: parts of the drawing as small as letters, in a label, a word, or a line that was not read. */
export function lettersOf({ words, unread }: Lettering, labels: readonly Label[], ink: Ink): Uint8Array {
  const { map, components } = componentsOf(ink.drawn, ink, true);
  const kept = new Uint8Array(components.length + 1);
  const boxes = [
    ...labels.map((box) => areaOf(box, box.lineHeight)),
    ...[...words, ...unread].map((box) => areaOf(box, Math.min(widthOf(box), heightOf(box)))),
  ];
  for (const part of components) {
    const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
    const inside = boxes.some(
      ({ left, right, top, bottom, tall, wide }) =>
        x > left && x < right && y > top && y < bottom && heightOf(part) < tall && widthOf(part) < wide,
    );
    if (inside) kept[part.id] = 1;
  }
  return ink.drawn.map((_, i) => uint8At(kept, int32At(map, i)));
}

/** Where letters of a height can be that belong to a box, and how tall and wide they can be if some touch. */
function areaOf({ left, top, right, bottom }: Box, high: number) {
  const isTurned = bottom - top > 1.5 * (right - left) && right - left < 1.5 * high;
  const [along, across] = [high * 3.6 + 4, high * 1.7];
  const [x, y] = isTurned ? [high * 0.3, 3] : [3, high * 0.3];
  return {
    ...{ left: left - x, right: right + x, top: top - y, bottom: bottom + y },
    ...{ tall: isTurned ? along : across, wide: isTurned ? across : along },
  };
}
