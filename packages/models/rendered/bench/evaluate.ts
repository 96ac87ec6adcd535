import { parseArgs } from "node:util";
import { analyse } from "../src/analysis/index.ts";
import { generateRoom } from "../src/rooms/index.ts";
import { type Measures, measured } from "./measures.ts";

const sizes = [
  { width: 900, height: 600 },
  { width: 900, height: 675 },
  { width: 675, height: 900 },
];

/** Draws rooms, analyses their pictures and prints how far what was found is from what is true. */
function main(): void {
  const { values } = parseArgs({
    options: { rooms: { type: "string", default: "20" }, seed: { type: "string", default: "1000" } },
  });
  const [rooms, first] = [Number(values.rooms), Number(values.seed)];
  const found: Measures[] = [];
  const declined: string[] = [];
  let seconds = 0;
  for (let seed = first; seed < first + rooms; seed++) {
    const { picture, truth } = generateRoom(seed, sizes[seed % sizes.length] as (typeof sizes)[number]);
    const before = process.cpuUsage();
    const analysis = analyse(picture);
    const { user, system } = process.cpuUsage(before);
    seconds += (user + system) / 1e6 / rooms;
    if ("declined" in analysis) declined.push(`${seed} ${analysis.declined.reason}`);
    else {
      const measures = measured(analysis, truth);
      found.push(measures);
      if (isOff(measures)) console.log(`room ${seed}: ${described(measures)}`);
    }
  }
  console.log(tableOf(found));
  console.log(
    `declined: ${declined.length} of ${rooms}${declined.map((line) => `\n  room ${line}`).join("")}`,
  );
  console.log(`processor time of an analysis: ${seconds.toFixed(2)} s`);
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

function isOff(measures: Measures): boolean {
  return goals.some(({ isMet }) => !isMet(measures));
}

function described({ horizon, focal, floor, size, yaw }: Measures): string {
  const of = (value: number): string => value.toFixed(3);
  return `horizon ${of(horizon)} focal ${of(focal)} floor ${of(floor)} size ${of(size)} yaw ${of(yaw)}`;
}

function tableOf(found: readonly Measures[]): string {
  const count = Math.max(1, found.length);
  const rows = goals.map(({ name, share, isMet }) => {
    const met = found.filter(isMet).length / count;
    return `| ${name} | ${(100 * met).toFixed(1)} % | ${100 * share} % |`;
  });
  const mean = (of: (measures: Measures) => number): string =>
    ((100 * found.reduce((sum, measures) => sum + of(measures), 0)) / count).toFixed(0);
  return [
    "| Measure | Rooms | Goal |",
    "|---|---|---|",
    ...rows,
    `| doors and windows in sight that are found | ${mean(({ recall }) => recall)} % | |`,
    `| doors and windows found that are there | ${mean(({ precision }) => precision)} % | |`,
  ].join("\n");
}

main();
