type Place = { x: number; y: number; z: number };
/** A block of a piece of furniture, in metres from the middle of its floor: `x` to the right, `y` up, `z` away from the viewer. */
export type Block = { tone: string; round: boolean; width: number; depth: number; height: number } & Place;
export type Piece = { label: string; blocks: Block[] };

/** A piece that stands at (x, z) in metres, turned by `turn` degrees about its own axis. */
export type Placed = { piece: Piece; x: number; z: number; turn: number };

/**
 * A piece's label and its blocks. A block is a tone, its base (a diameter, or width x depth), its height and where it is;
 * x±1 are two blocks, at -1 and 1, and y1/2/3 are three.
 */
const table = `
Sofa: main 2.1x.9 .42, main 2.1x.22 .82 z.34, main .2x.9 .6 x±1.05, accent .45x.14 .34 x-.65 y.42 z.14,
  second .45x.14 .34 x.65 y.42 z.14; Armchair: accent .8x.8 .42, accent .8x.18 .85 z.31, accent .14x.8 .58 x±.4
Coffee table: dark .34 .34, wood .9 .05 y.34; Rug: accent 2.6x1.8 .012, second 2.36x1.56 .016
Lamp: dark .3 .03, dark .035 1.4, glow .42 .3 y1.35
Plant: second .36 .38, plant .4 .35 y.4, plant .62 .35 y.65, plant .4 .25 y1
Media unit: wood 1.8x.42 .45, dark 1.3x.06 .74 y.5; Sideboard: wood 1.6x.45 .75, accent .24x.24 .3 x.45 y.75
Dining table: dark .06x.06 .7 x±.77 z±.42, wood 1.6x.9 .05 y.7, dark .06x.06 .42 x-.6/-.24/.24/.6 z-.8/-.44/.44/.8,
  main .46x.46 .06 x±.42 y.42 z±.62, main .46x.05 .42 x±.42 y.48 z±.82
Bed: wood 1.7x.12 1.05 z1.04, wood 1.6x2 .28, second 1.56x1.96 .22 y.28, main 1.6x1.25 .05 y.5 z-.36,
  white .65x.4 .14 x±.416 y.5 z.68
Single bed: wood 1.05x.12 1.05 z1.04, wood .95x2 .28, second .91x1.96 .22 y.28, accent .95x1.25 .05 y.5 z-.36,
  white .65x.4 .14 y.5 z.68; Bedside: wood .45x.4 .48, glow .22 .28 y.48; Toy chest: wood .8x.42 .4, accent .84x.46 .06 y.4
Play mat: second 1.6 .012, accent 1.1 .016, main .6 .02
Recliners: main .7x.85 .42 x-.85/0/.85, main .7x.2 .95 x-.85/0/.85 z-.36, dark .12x.8 .56 x-.43/.42/1.27
Screen: dark 2.5x.05 1.4 y.75, white 2.36x.06 1.26 y.82 z-.02
Kitchen units: main 2.4x.6 .86, wood 2.4x.64 .04 y.86, dark .58x.5 .012 x.5 y.9, second 2.4x.36 .6 y1.45 z.12
Island: second 1.5x.7 .86, wood 1.7x.85 .05 y.86; Fridge: metal .7x.68 1.25, metal .7x.68 .6 y1.27
Bath: white 1.7x.75 .56, water 1.46x.5 .01 y.56; Vanity: wood 1x.48 .55 y.25, white .4 .12 y.8, water .8x.03 .8 y1.15 z.22
Shower: white .9x.9 .06, metal .05x.05 2 z.42, metal .26 .03 y1.98 z.28, water .03x.9 1.95 x-.45
Toilet: white .4x.18 .82 z.26, white .3x.4 .34, white .42 .07 y.36 z-.03
Washer: white .6x.6 .86, dark .34x.02 .34 y.24 z-.3; Dryer: white .6x.6 .86, metal .34x.02 .34 y.24 z-.3
Basket: wood .45 .5, second .38 .06 y.5; Mat: accent .7x1.8 .02
Sauna bench: wood 2x.55 .08 y.4 z-.3, wood 2x.6 .9 z.3, wood 1.9x.06 .4 z-.4; Stove: dark .5x.5 .7, metal .44x.44 .14 y.7
Wardrobe: second .69x.6 2.1 x±.35
Desk: dark .06x.06 .69 x±.67 z±.32, wood 1.4x.7 .05 y.69, dark .56x.04 .36 y.8 z.16, dark .06x.06 .42 x±.18 z-.78/-.42,
  main .46x.46 .06 y.42 z-.6, main .46x.05 .42 y.48 z-.8
Bookshelf: dark 1x.04 1.9 z.15, wood .05x.34 1.9 x±.5, wood 1x.34 .04 y.018/.455/.93/1.405/1.842,
  second .5x.2 .285 x-.18 y.058/.97, accent .5x.2 .285 x.18 y.495/1.445
Bench: dark .06x.06 .37 x±.57 z±.17, wood 1.2x.4 .05 y.37, accent 1.1x.36 .07 y.42
Console: dark .06x.06 .75 x±.52 z±.14, wood 1.1x.34 .05 y.75, accent .18 .3 x.3 y.8
Coat rack: wood .9x.05 .16 y1.6, main .22x.1 .7 x-.22 y.95, accent .22x.1 .6 x.16 y1.05
Runner: main .8x2.4 .012, second .62x2.2 .016
Hanging rail: dark 1.4x.04 .04 y1.6, dark .04x.4 1.6 x±.7, main .22x.32 .95 x-.45/.15 y.62,
  accent .22x.32 .95 x-.15/.45 y.62
Shelving: dark 1.4x.04 1.8 z.15, wood .05x.34 1.8 x±.7, wood 1.4x.34 .04 y.016/.43/.88/1.33/1.744,
  second .7x.2 .27 x-.252 y.056/.92, main .7x.2 .27 x.252 y.47/1.37; Storage: wood .6x.5 .42, second .5x.45 .36 y.42
Workbench: dark .06x.06 .85 x±.87 z±.295, wood 1.8x.65 .05 y.85, accent .5x.3 .24 x-.5 y.9
Treadmill: dark .75x1.6 .2, metal .06x.06 1.2 x±.34 z.7, accent .75x.1 .3 y1.1 z.7
Weights: dark .06x.4 1 x±.65, metal 1.3x.4 .06 y.35/.75, dark .26 .16 x-.45/0/.45 y.41/.81
Stair runner: wood 1.5x.32 .17 z-.4, main .8x.32 .012 y.17 z-.4, main .8x.32 .012 y.34 z-.08, main .8x.32 .012 y.51 z.24,
  main .8x.32 .012 y.68 z.56, wood 1.5x.32 .34 z-.08, wood 1.5x.32 .51 z.24, wood 1.5x.32 .68 z.56
Wine rack: dark 1.2x.04 1.8 z.15, wood .05x.34 1.8 x±.6, wood 1.2x.34 .04 y.016/.43/.88/1.33/1.744,
  second .6x.2 .27 x-.216 y.056/.92, dark .6x.2 .27 x.216 y.47/1.37; Barrel table: wood .7 .9, dark .74 .05 y.9
Car: dark .2x.6 .6 x±.8 z±1.3, main 1.75x4.2 .55 y.25, water 1.5x2 .5 y.8 z.3, main 1.5x1.9 .06 y1.3 z.3
Bistro set: dark .08 .7, wood .7 .04 y.7, dark .06x.06 .42 x-.88/-.52/.52/.88 z±.18, accent .46x.46 .06 x±.7 y.42,
  accent .46x.05 .42 x±.7 y.48 z.2; Planter: wood 1.1x.34 .42, plant 1x.28 .35 y.42
Lounge set: wood 1.9x.8 .28, second 1.86x.76 .14 y.28, main 1.9x.16 .4 y.42 z.32
Parasol: dark .5 .06, wood .06 2.2, second 2 .1 y2.15; Tree: wood .16 .9, plant 1.1 .6 y.8, plant .8 .5 y1.4
Lawn: plant 3.2x2 .012; Path: second 1.1x2.4 .012; Light: dark .14 1.5, glow .28 .3 y1.5
Pool: white 3.6x2 .06, water 3.3x1.7 .07; Lounger: wood .65x1.9 .3, second .6x1.85 .08 y.3, second .6x.1 .55 y.36 z.7
`;

function blocksOf(text: string): Block[] {
  const [tone = "", base = "", height, ...places] = text.split(" ");
  const [width = 0, depth = width] = base.split("x").map(Number);
  const along = (axis: string) => {
    const place = places.find((one) => one.startsWith(axis)) ?? `${axis}0`;
    return place.slice(1).replace(/±(.*)/, "-$1/$1").split("/").map(Number);
  };
  const block = { tone, round: !base.includes("x"), width, depth, height: Number(height) };
  return along("x").flatMap((x) => along("y").flatMap((y) => along("z").map((z) => ({ ...block, x, y, z }))));
}

/** Every piece that the simulated model can draw, by its label. */
export const furniture = new Map<string, Piece>();
for (const [, label = "", blocks = ""] of table.matchAll(/(\w[\w ]*): ([^;:]*)(?=;|\n\w|\n$)/g))
  furniture.set(label, { label, blocks: blocks.split(/,\s+/).flatMap(blocksOf) });

/** Reads an arrangement: the label of each piece, then x, z and, if it is turned, by how many degrees. */
export const placed = (arrangement: string): Placed[] =>
  arrangement.split(", ").map((text) => {
    const [label = "", ...numbers] = text.split(/ (?=[-\d])/);
    const [x = 0, z = 0, turn = 0] = numbers.map(Number);
    const piece = furniture.get(label);
    if (!piece) throw new Error(`${label} is in no table`);
    return { piece, x, z, turn };
  });
