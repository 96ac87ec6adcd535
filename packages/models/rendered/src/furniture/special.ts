import type { Piece } from "../scene.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";

/** Hooks on a board with a hat and a bag's strap: for hallways. Its back is at the wall (-z). */
export function hooks(f: Finish, { width }: Size): Piece {
  const pegs = Array.from({ length: 5 }, (_, i) =>
    bar(
      [((i + 0.5) / 5 - 0.5) * (width - 0.06), 0, 0.02],
      [((i + 0.5) / 5 - 0.5) * (width - 0.06), 0.02, 0.085],
      0.011,
      0.015,
    ),
  );
  return pieceOf("hooks", [
    [f.wood, block(width, 0.085, 0.022, { radius: 0.008 }).translate(0, 0, 0.011)],
    [f.preset.legs === "metal" ? f.metal : f.wood, pegs],
  ]);
}
