import { proCapture } from "@image-staging/enhance";
import { programs } from "@image-staging/furniture/programs";
import type { Task } from "@image-staging/inference-contract/serving/request";
import { type RoomType, roomTypes, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { type PreparedPlan, preparePlan } from "@image-staging/plans";
import { modelFor } from "@image-staging/rendered/bench/models";
import { type Candidate, type Understood, understand } from "@image-staging/rendered/stage";
import sharp from "sharp";
import type { Made } from "./hash.ts";
import { type SourceName, sourceNames, sourceOf } from "./sources.ts";

/** A golden picture: its name, and how it is made. */
export interface Golden {
  name: string;
  make: () => Promise<Made>;
}

const seed = 1;
const captured = {
  photo: ["dark room", "warm room", "leaning room"],
  panorama360: ["dark panorama"],
  floorplan: ["grey plan"],
} as const;
const furnished = roomTypes.filter((type) => typeof programs[type] !== "string");
const livingRoom = (kind: "refurnish" | "renovate"): Task => {
  return { workflow: "staging", kind, roomTypes: ["Living Room"], style: "scandi" };
};

/**
 * Every room type that is furnished, refurnished and renovated, and every panorama and plan, in every style; enhancements;
 * the models from a file to a file; and the sources, so that a change of theirs is not taken for one of the model.
 */
export const goldens = (threads: number): Golden[] => [
  ...sourceNames.map((source) => ({ name: `source/${source}`, make: () => sourceOf(source) })),
  ...stylePresets.flatMap((style): Golden[] => [
    ...furnished.flatMap((type) =>
      (["refurnish", "renovate"] as const).map((mode) => ({
        name: `${mode}/${type}/${style}`,
        make: () => staged(mode, { style, roomTypes: [type] }, threads),
      })),
    ),
    { name: `panorama/${style}`, make: () => staged("panorama", { style }, threads) },
    { name: `plan/${style}`, make: () => planned(style) },
  ]),
  ...(["photo", "panorama360", "floorplan"] as const).flatMap((capture) =>
    captured[capture].map((source) => ({
      name: `pro_capture/${source}`,
      make: async () => {
        const { width, height, data } = await sourceOf(source);
        return { width, height, data: proCapture({ width, height, data }, capture).data };
      },
    })),
  ),
  { name: "model/refurnish", make: () => byModel("room", livingRoom("refurnish")) },
  { name: "model/renovate", make: () => byModel("renovated room", livingRoom("renovate")) },
  {
    name: "model/panorama360",
    make: () => byModel("panorama", { workflow: "staging", kind: "panorama360", style: "scandi" }),
  },
  {
    name: "model/floorplan",
    make: () => byModel("plan", { workflow: "staging", kind: "floorplan", style: "scandi" }),
  },
  {
    name: "model/pro_capture",
    make: () => byModel("warm room", { workflow: "pro_capture", capture: "photo" }),
  },
];

type Mode = "refurnish" | "renovate" | "panorama";
type Style = (typeof stylePresets)[number];

const understood = new Map<Mode, ReturnType<typeof understand>>();

async function staged(
  mode: Mode,
  request: { style: Style; roomTypes?: readonly RoomType[] },
  threads: number,
): Promise<Made> {
  const source = await sourceOf(sourceOfMode[mode]);
  const known =
    understood.get(mode) ??
    (mode === "panorama" ? understand(source, "panorama360") : understand(source, "photo", { mode }));
  understood.set(mode, known);
  const candidate = await accepted<Understood>(await known).furnish({ ...request, seed })(0, { threads });
  const { data, mask } = accepted<Candidate>(candidate);
  return { ...source, data, mask };
}

const sourceOfMode: Readonly<Record<Mode, SourceName>> = {
  refurnish: "room",
  renovate: "renovated room",
  panorama: "panorama",
};

async function planned(style: Style): Promise<Made> {
  const plan = await sourceOf("plan");
  const { data, mask } = accepted<PreparedPlan>(await preparePlan({ style, seed }, plan)).candidate(0);
  return { ...plan, data, mask };
}

/** What the model of a task makes of a file, decoded. */
async function byModel(name: SourceName, task: Task): Promise<Made> {
  const { width, height, data } = await sourceOf(name);
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const draw = await modelFor(task).prepare({ task, seed }, { data: file, width, height });
  if (typeof draw !== "function") throw new Error(draw.message);
  const { picture, mask } = await draw(0);
  return {
    ...{ width, height, data: await sharp(picture).raw().toBuffer() },
    ...(mask && { mask: await sharp(mask).toColourspace("b-w").raw().toBuffer() }),
  };
}

type Refusal = { declined: { message: string } };

function accepted<T extends object>(answer: T | Refusal): T {
  if ("declined" in answer) throw new Error(answer.declined.message);
  return answer;
}
