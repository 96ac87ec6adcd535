import { between } from "@image-staging/picture/random";
import type { WallName } from "@image-staging/tracer/scene";
import type { Span } from "../rooms/frame.ts";
import { hsv, scaled } from "./colours.ts";
import type { Draft } from "./draft.ts";
import { glow } from "./materials.ts";
import { chance } from "./random.ts";
import { facing, gridOf } from "./shapes.ts";

/** A house's front: rows of windows, dark or bright, some with frames, bands between the storeys. */
export function addFacade(draft: Draft, wall: WallName, span: Span, distance: number): void {
  const { random, plan } = draft;
  const { box, light } = plan;
  const lit = light.outdoors * between(random, 0.25, 1.1);
  const colour = hsv(
    between(random, 0, 0.15) + (chance(random, 0.3) ? 0.5 : 0),
    random() ** 1.5 * 0.6,
    between(random, 0.3, 0.95),
  );
  draft.add("pane", facing(box, wall, span, distance, glow(colour, lit)));
  const storey = between(random, 2.8, 4);
  const rows = Math.min(30, Math.max(1, Math.round((span.top - span.bottom) / storey)));
  const columns = Math.min(16, Math.max(1, Math.round((span.to - span.from) / between(random, 1.3, 3.5))));
  const [across, along] = [between(random, 0.05, 0.3), between(random, 0.1, 0.3)];
  const glass = chance(random, 0.75)
    ? scaled([0.35, 0.42, 0.5], between(random, 0.15, 1))
    : scaled(colour, between(random, 1.1, 1.6));
  const material = glow(glass, lit);
  const bands = chance(random, 0.35) ? glow(scaled(colour, between(random, 0.6, 1.5)), lit) : undefined;
  for (const cell of gridOf(span, columns, rows)) {
    const [wide, high] = [cell.to - cell.from, cell.top - cell.bottom];
    const pane = {
      from: cell.from + wide * across,
      to: cell.to - wide * across,
      bottom: cell.bottom + high * along * 1.4,
      top: cell.top - high * along * 0.6,
    };
    draft.add("pane", facing(box, wall, pane, distance - 0.06, material));
  }
  if (!bands) return;
  for (const row of gridOf(span, 1, rows))
    draft.add("pane", facing(box, wall, { ...row, top: row.bottom + storey * 0.14 }, distance - 0.09, bands));
}
