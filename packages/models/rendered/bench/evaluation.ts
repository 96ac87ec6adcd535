import type { GeneratedRoom } from "@image-staging/generated/rooms";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import { type Analysis, analyse } from "../src/analysis/index.ts";
import { layOut } from "../src/layout/lay-out.ts";
import { curveOf, type Judged } from "./confidence.ts";
import { type Measures, measured } from "./measures.ts";
import { measuredPieces, type PieceMeasures } from "./pieces.ts";

const roomTypes = ["Living Room", "Bedroom", "Dining Room", "Office"] as const;

/** What became of a generated room: what was measured, or why it was declined. */
export interface Evaluated {
  seed: number;
  measures?: Measures;
  confidence?: Analysis["confidence"];
  pieces?: PieceMeasures;
  declined?: string;
  /** Processor time of the analysis. */
  seconds: number;
}

/** Analyses a generated room's picture, furnishes the room that was found, and measures both by the true room. */
export async function evaluated({ picture, truth }: GeneratedRoom, seed: number): Promise<Evaluated> {
  const before = process.cpuUsage();
  const analysis = await analyse(picture);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if ("declined" in analysis)
    return { seed, seconds, declined: `by the analysis: ${analysis.declined.reason}` };
  const measures = measured(analysis, truth);
  const { confidence } = analysis;
  const type = roomTypes[seed % roomTypes.length] as (typeof roomTypes)[number];
  const placements = layOut(analysis.room, analysis.camera, {
    roomTypes: [type],
    style: stylePresets[seed % stylePresets.length] as (typeof stylePresets)[number],
    seed,
    confidence: Math.min(confidence.camera, confidence.room),
    photo: picture,
  });
  if ("declined" in placements)
    return {
      seed,
      seconds,
      measures,
      confidence,
      declined: `by the layout of a ${type}: ${placements.declined.reason}`,
    };
  return { seed, seconds, measures, confidence, pieces: measuredPieces(analysis, truth, placements) };
}

const goals = [
  {
    name: "horizon within 2 % of the height",
    share: 0.95,
    isMet: ({ horizon }: Measures) => Math.abs(horizon) < 0.02,
  },
  { name: "focal length within 10 %", share: 0.9, isMet: ({ focal }: Measures) => Math.abs(focal - 1) < 0.1 },
  { name: "floor mask, IoU at least 0.9", share: 0.9, isMet: ({ floor }: Measures) => floor >= 0.9 },
  {
    name: "size of a metre on the floor within 10 %",
    share: 0.9,
    isMet: ({ size }: Measures) => Math.abs(size - 1) < 0.1,
  },
];

/** One room in a line. */
export function described({ seed, measures, pieces, declined }: Evaluated): string {
  if (declined) return `room ${seed}: declined ${declined}`;
  const of = (value = 0): string => value.toFixed(3);
  const { horizon, focal, floor, size } = measures ?? {};
  const { free = 0, area = 1, throughWalls = 0, walkable = true } = pieces ?? {};
  const room = `room ${seed}: horizon ${of(horizon)} focal ${of(focal)} floor ${of(floor)} size ${of(size)}`;
  return `${room} free ${of(free / area)} through walls ${throughWalls}${walkable ? "" : " no walkway"}`;
}

/** A table of all rooms, and what was declined. */
export function reportOf(rooms: readonly Evaluated[]): string {
  const declined = rooms.flatMap(({ seed, declined }) => (declined ? [`\n  room ${seed} ${declined}`] : []));
  const seconds = rooms.reduce((sum, room) => sum + room.seconds, 0) / Math.max(1, rooms.length);
  return [
    tableOf(rooms),
    ...curvesOf(rooms),
    `declined: ${declined.length} of ${rooms.length}${declined.join("")}`,
    `processor time of an analysis: ${seconds.toFixed(2)} s`,
  ].join("\n");
}

/** How confidence predicts what is wrong with the floor and with sizes on it. */
function curvesOf(rooms: readonly Evaluated[]): string[] {
  const judged = (errorOf: (measures: Measures) => number): Judged[] =>
    rooms.flatMap(({ confidence, measures }) =>
      confidence && measures ? [{ confidence: confidence.room, error: errorOf(measures) }] : [],
    );
  return [
    curveOf(
      "share of the floor that is wrong",
      judged(({ floor }) => 1 - floor),
    ),
    curveOf(
      "share by which a metre is wrong",
      judged(({ size }) => Math.abs(size - 1)),
    ),
  ];
}

function tableOf(rooms: readonly Evaluated[]): string {
  const percent = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const total = <T>(list: readonly T[], of: (item: T) => number): number =>
    list.reduce((sum, item) => sum + of(item), 0);
  const found = rooms.flatMap(({ measures }) => (measures ? [measures] : []));
  const furnished = rooms.flatMap(({ pieces }) => (pieces ? [pieces] : []));
  const sizes = furnished.flatMap((pieces) => pieces.sizes);
  const count = total(furnished, (room) => room.pieces);
  const through = total(furnished, ({ throughWalls }) => throughWalls);
  const [free, area] = [total(furnished, (room) => room.free), total(furnished, (room) => room.area)];
  const walkable = furnished.filter((room) => room.walkable).length;
  const rows = [
    ...goals.map(({ name, share, isMet }) => [
      name,
      percent(found.filter(isMet).length, found.length),
      `${100 * share} %`,
    ]),
    [
      "doors and windows in sight that are found",
      percent(
        total(found, (m) => m.recall),
        found.length,
      ),
      "",
    ],
    [
      "doors and windows found that are there",
      percent(
        total(found, (m) => m.precision),
        found.length,
      ),
      "",
    ],
    ["furniture's footprints on the true free floor", percent(free, area), "99 %"],
    ["pieces within 10 % of their size", percent(sizes.filter(isRight).length, sizes.length), "90 %"],
    ["pieces through no true wall", percent(count - through, count), "100 %"],
    ["rooms with walkways kept", percent(walkable, furnished.length), "100 %"],
  ];
  return [
    `${found.length} of ${rooms.length} rooms understood, ${furnished.length} furnished with ${count} pieces on the floor`,
    "| Measure | Share | Goal |",
    "|---|---|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

const isRight = (size: number): boolean => Math.abs(size - 1) < 0.1;
