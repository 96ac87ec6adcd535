import { between, pick, type Random } from "@image-staging/picture/random";
import type { Piece, Placement } from "@image-staging/tracer/scene";
import { onWall } from "../rooms/frame.ts";
import { type Draft, reachOf, sides } from "./draft.ts";
import { anyFinish, type Furniture, pieceOf, sizes } from "./pieces.ts";
import { plainBed, plainSofa } from "./plain-pieces.ts";
import { chance, whole } from "./random.ts";
import { turns } from "./shapes.ts";

/** A piece of a group: along the wall and out from it, in metres, and a quarter turn. */
type Member = readonly [kind: Furniture, along: number, out: number, quarter?: number];

/** Pieces that stand together, at a wall. */
const groups: readonly { wide: number; members: readonly Member[] }[] = [
  {
    wide: 2.4,
    members: [
      ["rug", 0, 1.3],
      ["sofa", 0, 0.5],
      ["coffeeTable", 0, 1.5],
      ["armchair", 1.6, 1.6, -1],
    ],
  },
  {
    wide: 2.4,
    members: [
      ["sofa", 0, 0.5],
      ["sideTable", 1.4, 0.4],
      ["coffeeTable", 0, 1.5],
      ["floorLamp", -1.4, 0.4],
    ],
  },
  {
    wide: 2.8,
    members: [
      ["rug", 0, 1.5],
      ["bed", 0, 1.1],
      ["nightstand", 1.15, 0.3],
      ["nightstand", -1.15, 0.3],
    ],
  },
  {
    wide: 2.6,
    members: [
      ["bed", 0, 1.1],
      ["bench", 0, 2.4],
      ["dresser", 2.2, 0.3],
    ],
  },
  {
    wide: 2.2,
    members: [
      ["rug", 0, 1.3],
      ["diningTable", 0, 1.4],
      ["chair", 0.4, 0.75],
      ["chair", -0.4, 0.75],
      ["chair", 0.4, 2.1, 2],
      ["chair", -0.4, 2.1, 2],
    ],
  },
  {
    wide: 1.6,
    members: [
      ["desk", 0, 0.4],
      ["officeChair", 0, 1, 2],
      ["bookcase", 1.4, 0.2],
    ],
  },
  {
    wide: 1.8,
    members: [
      ["mediaUnit", 0, 0.25],
      ["plant", 1.3, 0.35],
    ],
  },
];

/** Furnishes the room: by groups at its walls, or with single pieces anywhere. */
export function furnish(draft: Draft): void {
  const { random } = draft;
  if (chance(random, 0.5)) for (let i = whole(random, 1, 3); i > 0; i--) addGroup(draft);
  else addSingles(draft);
}

function addGroup(draft: Draft): void {
  const { random, plan } = draft;
  const group = groups[Math.floor(random() * groups.length)];
  const wall = pick(random, sides);
  const [start, end] = reachOf(plan, wall);
  if (!group || end - start < group.wide) return;
  const middle = between(random, start + group.wide / 2, end - group.wide / 2);
  const finish = anyFinish(random);
  for (const [kind, along, out, quarter = 0] of group.members) {
    const piece = pieceOf(random, kind, finish, 0.35);
    const [x, , z] = onWall(plan.box, wall, middle + along, 0, -out - 0.05);
    if (piece) place(draft, { piece, x, y: 0, z, turn: turns[wall] + (quarter * Math.PI) / 2 });
  }
}

function addSingles(draft: Draft): void {
  const { random, plan } = draft;
  const { box } = plan;
  const finish = anyFinish(random);
  for (let i = whole(random, 1, 7); i > 0; i--) {
    const piece = anyPiece(random, finish);
    if (!piece) continue;
    const { width, depth } = piece;
    const wall = pick(random, sides);
    const [start, end] = reachOf(plan, wall);
    if (chance(random, 0.65) && piece.kind !== "rug") {
      if (end - start < width) continue;
      const along = between(random, start + width / 2, end - width / 2);
      const [x, , z] = onWall(box, wall, along, 0, -depth / 2 - 0.03);
      place(draft, { piece, x, y: 0, z, turn: turns[wall] });
    } else {
      const turn = chance(random, 0.6) ? (whole(random, 0, 3) * Math.PI) / 2 : random() * 2 * Math.PI;
      const x = between(random, box.left + 0.5, box.right - 0.5);
      place(draft, { piece, x, y: 0, z: between(random, box.back + 0.5, -1.4), turn });
    }
  }
}

const kinds = Object.keys(sizes).filter((kind): kind is Furniture => kind in sizes);

function anyPiece(random: Random, finish: ReturnType<typeof anyFinish>): Piece | undefined {
  if (chance(random, 0.08)) return plainBed(random);
  if (chance(random, 0.08)) return plainSofa(random);
  const kind = kinds[Math.floor(random() * kinds.length)] ?? "sofa";
  return pieceOf(random, kind, finish, 0.5);
}

/** Puts a piece where it stands within the walls and not on the camera. */
function place(draft: Draft, placement: Placement): void {
  const { box } = draft.plan;
  const { piece, x, z, turn } = placement;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [across, along] = [
    (piece.width * cos + piece.depth * sin) / 2,
    (piece.width * sin + piece.depth * cos) / 2,
  ];
  const spare = 0.1;
  if (x - across < box.left - spare || x + across > box.right + spare || z - along < box.back - spare) return;
  if (piece.kind !== "rug" && Math.hypot(x, z) < 0.9 + Math.min(across, along)) return;
  draft.furniture.push(placement);
}
