import { float32At } from "@image-staging/picture/at";
import type { Piece } from "@image-staging/tracer/scene";
import { armchair } from "./armchair.ts";
import { bucket, laundryBasket, stool, towels } from "./bath.ts";
import { bed } from "./bed.ts";
import { bench, pouf } from "./benches.ts";
import { bookcase } from "./bookcase.ts";
import { bookPile } from "./books.ts";
import { cask, wineRack } from "./cellar.ts";
import { chair } from "./chair.ts";
import { childBed } from "./child-bed.ts";
import { clothesRail } from "./clothes-rail.ts";
import { coffeeTable } from "./coffee-table.ts";
import { consoleTable, desk } from "./desks.ts";
import { diningTable } from "./dining-table.ts";
import type { Finish, Size } from "./finish.ts";
import { dumbbellRack, exerciseBall, gymBench, mat } from "./gym.ts";
import { floorLamp } from "./lamps.ts";
import { nightstand } from "./nightstand.ts";
import { cot, toyShelf } from "./nursery.ts";
import { officeChair } from "./office-chair.ts";
import { bistroChair, bistroTable, outdoorArmchair, outdoorSofa, outdoorTable } from "./outdoor.ts";
import { bouquet, plant } from "./plants.ts";
import { lounger, parasol } from "./poolside.ts";
import { shelving } from "./shelving.ts";
import { pendant, tableLamp } from "./small-lamps.ts";
import { sideTable } from "./small-tables.ts";
import { chaise, sofa } from "./sofa.ts";
import { dresser, mediaUnit, sideboard, wardrobe } from "./storage.ts";
import { bowl, deskThings, laptop, setting, tray } from "./tabletop.ts";
import { curtains, rug } from "./textiles.ts";
import { art, mirror } from "./wall-decor.ts";
import { bicycle, workbench } from "./workshop.ts";

type Maker = (finish: Finish, size: Size, number?: number) => Piece;

/** Every piece, by the name that layouts use. A maker builds to the size that it gets, in metres. */
export const makers = {
  ...{ sofa, chaise, armchair, chair, officeChair, bench, pouf },
  ...{ coffeeTable, diningTable, sideTable, nightstand, desk, consoleTable },
  ...{ sideboard, mediaUnit, wardrobe, dresser, bookcase, toyShelf },
  ...{ bed, cot, rug, curtains, art, mirror },
  ...{ floorLamp, tableLamp, pendant, plant, bouquet },
  ...{ bowl, tray, setting, laptop, deskThings, books: bookPile },
  ...{ outdoorSofa, outdoorArmchair, outdoorTable, bistroTable, bistroChair },
  ...{ gymBench, dumbbellRack, mat, exerciseBall },
  ...{ stool, towels, laundryBasket, bucket, lounger, parasol },
  ...{ shelving, clothesRail, workbench, bicycle, wineRack, cask, childBed },
} as const satisfies Record<string, Maker>;

export type Kind = keyof typeof makers;

/**
 * A piece of the finish in the given size, and never wider or deeper: what sticks out (a throw, a leaf) is drawn in.
 * `number` tells pieces of one kind apart (which picture is in the frame).
 */
export function make(kind: Kind, finish: Finish, size: Size, number = 0): Piece {
  const maker: Maker = makers[kind];
  const piece = maker(finish, size, number);
  const across = Math.min(1, size.width / piece.width);
  const along = Math.min(1, size.depth / piece.depth);
  for (const { mesh } of piece.parts)
    for (let i = 0; i < mesh.positions.length; i += 3) {
      mesh.positions[i] = float32At(mesh.positions, i) * across;
      mesh.positions[i + 2] = float32At(mesh.positions, i + 2) * along;
    }
  return { ...piece, width: piece.width * across, depth: piece.depth * along };
}
