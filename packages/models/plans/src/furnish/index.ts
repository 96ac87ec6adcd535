import { type Kind, make } from "@image-staging/furniture/catalogue";
import type { Finish } from "@image-staging/furniture/finish";
import type { Builder } from "@image-staging/furniture/programs";
import type { RoomUse } from "@image-staging/furniture/room-use";
import type { Placement } from "@image-staging/tracer/scene";
import type { PlanAnalysis } from "../analyse.ts";
import type { Ground } from "../ground.ts";
import { furnished } from "../own-furniture.ts";
import type { PlanRoom } from "../uses.ts";
import { placeGroup } from "./place.ts";
import { extrasOf, instead, narrowDouble, programs } from "./programs.ts";
import type { Placed } from "./score.ts";
import { grown, type Rect, Site } from "./site.ts";
import { strayingIn } from "./straying.ts";
import { windowsOf } from "./windows.ts";

/** A room's furniture: placements in metres from the picture's corner (x to the right, z downwards). */
export interface Furnished {
  room: number;
  placements: readonly Placement[];
  rects: readonly { kind: Kind; rect: Rect; flat: boolean }[];
  /** Why it has not what its use asks for, in words. Undefined if it has, or if it asks for nothing. */
  lacks: string | undefined;
}

/** Furnishes the rooms of a plan that have one clear use or several that go together; none of a plan in doubt. The same plan, finish and seed give the same furniture. */
export function furnishPlan(plan: PlanAnalysis, ground: Ground, finish: Finish, seed: number): Furnished[] {
  // A bed without a wide frame, for where no other fits.
  const slim: Finish = { ...finish, cabinet: finish.wood, preset: { ...finish.preset, bed: "panel" } };
  const dines = plan.rooms.some(({ uses }) => uses.includes("dining"));
  const windows = windowsOf(plan);
  return plan.rooms.map((room) => {
    const site = new Site(room, plan, ground, windows);
    const placed: (Placed & { finish: Finish })[] = [];
    let lacks = reasonAgainst(room, plan);
    const uses = lacks === undefined ? room.uses : [];
    const use = uses[0] ?? "hall";
    buildersOf(uses, room.area, dines).forEach(({ build, of }, i) => {
      // Halls stay free to walk through, and small kitchens to cook in.
      if (room.area < (leastArea[use] ?? 0)) return;
      const chosen = {
        seed: seed * 31 + room.id * 101 + i,
        largest: room.area > 8 ? 1 : 2,
        smallest: 4,
        before: placed,
        leastBack: 0.75,
        strays: strayingIn(room, of, plan.scale),
      };
      const isMain = build === programs[of][0];
      const others = isMain ? (instead[of] ?? []) : [];
      // Two sleep in a bedroom: a bed for one is the last resort.
      const wide = isMain && sleepsTwo.has(of) ? [build, ...others.slice(0, 1), narrowDouble] : [];
      // What a room needs covers lettering rather than being missing, alone; nothing else does.
      const tries: Try[] = [
        ...wide.flatMap((one) =>
          [finish, slim].map((own) => ({ one, finish: own, legible: true, smallest: 3 })),
        ),
        ...[build, ...others].map((one) => ({ one, finish, legible: true })),
        ...others.map((one) => ({ one, finish: slim, legible: true })),
        ...others.map((one) => ({ one, finish: slim, legible: false })),
        ...others.map((one) => ({ one, finish: slim, legible: true, leastBack: atSlant })),
      ];
      let found: readonly (Placed & { finish: Finish })[] | undefined;
      for (const { one, finish: own, ...how } of tries) {
        found ??= placeGroup(site, one, own.preset, { ...chosen, ...how })?.map((piece) => ({
          ...piece,
          finish: own,
        }));
      }
      if (!found && isMain)
        lacks ??= `Beside doors, windows and fittings no place is free for a ${of}'s furniture.`;
      if (!found) return;
      placed.push(...found);
      for (const { slot, rect } of found)
        if (slot.on === undefined) site.take(slot.flat ? rect : grown(rect, around));
    });
    return {
      ...{ room: room.id, lacks },
      placements: placed.map(({ slot, x, z, turn, finish: own }) => {
        const [width, depth, height] = slot.size;
        const piece = make(slot.kind, own, { width, depth, height }, slot.number ?? 0);
        return { piece, x, y: slot.y ?? 0, z, turn };
      }),
      rects: placed
        .filter(({ slot }) => slot.on === undefined)
        .map(({ slot, rect }) => ({ kind: slot.kind, rect, flat: slot.flat ?? false })),
    };
  });
}

/** Why nothing stands in a room, whatever its size. */
function reasonAgainst({ quarrels, ownPieces }: PlanRoom, { doubt }: PlanAnalysis): string | undefined {
  if (quarrels) return doubt ?? "Its names exclude each other: a wall or a door between them was not found.";
  return doubt ?? (ownPieces < furnished ? undefined : "It has furniture of its own.");
}

const sleepsTwo = new Set<RoomUse>(["bedroom", "studio"]);

/** A way to furnish a room: sizes up to `smallest`, 1 the largest; `legible` leaves lettering free. */
interface Try {
  one: Builder;
  finish: Finish;
  legible: boolean;
  smallest?: number;
  leastBack?: number;
}

/** How much of a piece's back is at a slanted wall if its corner is. */
const atSlant = 0.1;

/** Square metres below which a room stays empty. */
const leastArea: Readonly<Partial<Record<RoomUse, number>>> = { hall: 4.5, kitchen: 9 };

/** Metres that stay free around a piece. */
const around = 0.12;

/** What the uses of a room ask for: the main group of each use first, and what each is for. */
function buildersOf(
  uses: readonly RoomUse[],
  area: number,
  dines: boolean,
): { build: Builder; of: RoomUse }[] {
  const [first] = uses;
  if (!first) return [];
  const isServed = (use: RoomUse) => use === "kitchen" && uses.includes("dining");
  const mains = uses
    .filter((use) => !isServed(use))
    .map((of) => ({ of, builders: programs[of].slice(0, 1) }));
  const extras = uses.length === 1 ? [{ of: first, builders: extrasOf(first, area, dines) }] : [];
  const most = uses.length > 1 ? 2 : undefined;
  const rest = uses.map((of) => ({ of, builders: programs[of].slice(1, most) }));
  return [...mains, ...extras, ...rest].flatMap(({ of, builders }) =>
    builders.map((build) => ({ build, of })),
  );
}
