import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { leaning, scatter, seatCushion } from "./cushions.ts";
import { type Finish, fabric, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { body, feet, frame, type Plan } from "./sofa-body.ts";
import { fringe } from "./soft/fringe.ts";
import { soft } from "./soft/goods.ts";
import { padded } from "./soft/padded.ts";

const plans: Readonly<Record<Finish["preset"]["sofa"], Plan>> = {
  block: { arm: 0.22, armTop: 0.58, seatTop: 0.43, backTop: 0.68, foot: 0.05 },
  tapered: { arm: 0.13, armTop: 0.6, seatTop: 0.45, backTop: 0.76, foot: 0.17 },
  rolled: { arm: 0.2, armTop: 0.62, seatTop: 0.47, backTop: 0.84, foot: 0.09 },
  leather: { arm: 0.17, armTop: 0.62, seatTop: 0.45, backTop: 0.74, foot: 0.13 },
  slip: { arm: 0.22, armTop: 0.61, seatTop: 0.45, backTop: 0.78, foot: 0.012 },
  channel: { arm: 0.15, armTop: 0.66, seatTop: 0.44, backTop: 0.74, foot: 0.07 },
  tufted: { arm: 0.17, armTop: 0.62, seatTop: 0.46, backTop: 0.78, foot: 0.14 },
  frame: { arm: 0.08, armTop: 0.54, seatTop: 0.4, backTop: 0.66, foot: 0.06 },
};

/** A sofa in the style's shape, dressed with cushions and (with arms wide enough) a throw. */
export function sofa(f: Finish, { width, depth }: Size): Piece {
  const form = f.preset.sofa;
  const plan = plans[form];
  const room = width - plan.arm * 2;
  const dressed = form === "frame" ? frame(f, width, depth, plan) : body(f, width, depth, plan);
  const back = -depth / 2 + (form === "frame" ? 0.1 : 0.19);
  return pieceOf("sofa", [
    ...dressed,
    ...seats(f, room, depth, plan),
    ...scatter(f, room, plan.seatTop, back + 0.1),
    ...armThrow(f, width, depth, plan),
  ]);
}

/** The seat that makes a chaise of a sofa's end: in its form and cover, pushed against its front. */
export function chaise(f: Finish, { width, depth }: Size): Piece {
  const { foot, seatTop } = plans[f.preset.sofa];
  const plan = { ...plans[f.preset.sofa], arm: 0 };
  const base = 0.31;
  const soft = { radius: f.preset.sofa === "slip" ? 0.09 : 0.045, crown: 0.005, uneven: 0.005, seed: 6 };
  return pieceOf("chaise", [
    [
      f.main,
      block(width - 0.01, base - foot, depth, soft).translate(0, (base + foot) / 2, 0),
      seatCushion(f, { width, height: seatTop - 0.275, depth }, [0, seatTop / 2 + 0.15, 0]),
    ],
    feet(f, width, depth, plan),
  ]);
}

function seats(f: Finish, room: number, depth: number, plan: Plan): Group[] {
  const form = f.preset.sofa;
  const single = form === "tufted" || form === "channel";
  const count = single && room < 2.1 ? 1 : Math.max(2, Math.round(room / 0.72));
  const each = room / count;
  const bottom = form === "frame" ? 0.25 : 0.3;
  const height = plan.seatTop - bottom;
  const tight = form === "channel" || form === "tufted";
  const inset = form === "frame" ? 0.06 : tight ? 0.25 : 0.16;
  const shapes: BufferGeometry[] = [];
  for (let i = 0; i < count; i++) {
    const x = (i + 0.5) * each - room / 2;
    const z = inset / 2 + 0.005;
    shapes.push(
      seatCushion(f, { width: each * 0.995, height: height + 0.025, depth: depth - inset }, [
        x,
        bottom + height / 2,
        z,
      ]),
    );
    if (tight) continue;
    const tall = plan.backTop - plan.seatTop + (form === "slip" || form === "tapered" ? 0.12 : 0.09);
    shapes.push(
      leaning(
        "back",
        { width: each * 1.0, height: tall, depth: 0.23 },
        [x, plan.seatTop - 0.03, -depth / 2 + (form === "frame" ? 0.19 : 0.28)],
        {
          ...{
            lean: 0.2 + f.random() * 0.04,
            roll: (f.random() - 0.5) * 0.025,
            turn: f.random() < 0.5 ? Math.PI * 0 : 0,
          },
        },
      ),
    );
  }
  return [[f.main, shapes]];
}

/** Half the width of the arm that the throw was simulated on: `soft/simulate/main.ts`. */
const simulated = 0.09;

/** Moves both sides of a throw apart, or together, to an arm's own width. */
function fitArm(drape: BufferGeometry, arm: number): void {
  const position = drape.getAttribute("position");
  for (let i = 0; i < position.count; i++) {
    const x = position.getX(i);
    const onTop = Math.max(-1, Math.min(1, x / simulated));
    position.setX(i, x + onTop * (arm / 2 - simulated));
  }
}

function armThrow(f: Finish, width: number, depth: number, plan: Plan): Group[] {
  if (plan.arm < 0.12) return [];
  const material: Material = fabric(
    mix(f.preset.sofa === "leather" ? f.scheme.accent : f.scheme.spark, f.scheme.pale, 0.45),
    "knit",
    21,
  );
  const drape = soft("armThrow").scale(-1, 1, 1);
  fitArm(drape, plan.arm);
  drape.translate(width / 2 - plan.arm / 2, plan.armTop - 0.6 + 0.01, depth / 2 - 0.46);
  const index = drape.getIndex();
  for (let i = 0; index && i < index.count; i += 3) {
    const [b, c] = [index.getX(i + 1), index.getX(i + 2)];
    index.setX(i + 1, c);
    index.setX(i + 2, b);
  }
  drape.computeVertexNormals();
  return [[material, padded(drape, 0.004), fringe(drape)]];
}
