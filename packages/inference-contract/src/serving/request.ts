import {
  captureTypes,
  modes,
  type RoomType,
  roomTypes,
  type StylePreset,
  stylePresets,
  workflows,
} from "../vocabulary.ts";

/** Pictures of more pixels than this are refused before they are decoded. */
export const maxPixels = 100_000_000;

/** An invocation that cannot be served. `status` is the HTTP status of the answer, `message` its `error`. */
export class InvocationError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "InvocationError";
    this.status = status;
  }
}

export type Capture = (typeof captureTypes)[number];

/** The parts of the request that decide what is drawn (docs/inference-contract.md, "Request"). */
export type Task =
  | { workflow: "pro_capture"; capture: Capture }
  | { workflow: "staging"; kind: "clean" }
  | { workflow: "staging"; kind: "refurnish" | "renovate"; roomTypes: RoomType[]; style: StylePreset | null }
  | { workflow: "staging"; kind: "panorama360"; style: StylePreset | null }
  | { workflow: "staging"; kind: "floorplan"; style: StylePreset | null };

export type ModelRequest = {
  task: Task;
  seed: number;
  /** The listing that the picture belongs to, the seed of what its pictures share, and its set; absent if it belongs to none. */
  look?: Look;
  source: { url: string; width: number; height: number };
  /** Where the mask of what may be removed is, and where one that the model proposes goes. */
  mask: { url: string } | undefined;
  proposedMask: Target | undefined;
  candidates: { id: string; picture: Target; mask: Target | undefined }[];
};

/** `set` is how many pictures of the listing with the same room types and style came before: each has another set of furniture. */
export type Look = { listing: string; seed: number; set: number };

/** Where to store something, with one PUT. */
export type Target = { url: string; contentType: string };

type Fields = Record<string, unknown>;

function refuse(what: string): never {
  throw new InvocationError(400, what);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fields = (value: unknown, name: string): Fields =>
  isFields(value) ? value : refuse(`${name} must be an object`);

const isOneOf = <T extends string>(value: unknown, allowed: readonly T[]): value is T =>
  allowed.some((one) => one === value);

export function oneOf<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  return isOneOf(value, allowed) ? value : refuse(`${name} must be one of ${allowed.join(", ")}`);
}

export function whole(value: unknown, name: string, least: number): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least
    ? value
    : refuse(`${name} must be a whole number of at least ${least}`);
}

function text(value: unknown, name: string): string {
  return typeof value === "string" && value.length > 0
    ? value
    : refuse(`${name} must be a string that is not empty`);
}

function webUrl(value: unknown, name: string): string {
  const url = text(value, name);
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? url
    : refuse(`${name} must be an http(s) URL`);
}

function roomTypesOf(value: unknown): RoomType[] {
  if (!Array.isArray(value) || value.length > 3)
    return refuse("room_types must be a list of at most 3 rooms");
  return value.map((room) =>
    isOneOf(room, roomTypes) ? room : refuse(`room_types: "${room}" is not a room type`),
  );
}

const styleOf = (value: unknown) => (value === null ? null : oneOf(value, stylePresets, "style_preset"));

function taskOf(request: Fields): Task {
  const workflow = oneOf(request.workflow, workflows, "workflow");
  const capture = oneOf(request.capture_type, captureTypes, "capture_type");
  const style = styleOf(request.style_preset);
  const roomTypes = roomTypesOf(request.room_types);
  if (workflow === "pro_capture") {
    return request.mode === null ? { workflow, capture } : refuse("mode must be null for pro_capture");
  }
  if (capture !== "photo") return { workflow, kind: oneOf(request.mode, [capture], "mode"), style };
  const kind = oneOf(request.mode, modes, "mode");
  if (kind === "clean") return { workflow, kind };
  return roomTypes.length > 0
    ? { workflow, kind, roomTypes, style }
    : refuse(`room_types must name a room for ${kind}`);
}

const lookOf = (request: Fields): Look => ({
  listing: text(request.listing, "listing"),
  seed: whole(request.look_seed, "look_seed", 0),
  set: request.look_set === undefined ? 0 : whole(request.look_set, "look_set", 0),
});

function sourceOf(value: unknown): ModelRequest["source"] {
  const source = fields(value, "source");
  const [width, height] = [whole(source.width, "source.width", 1), whole(source.height, "source.height", 1)];
  if (width * height > maxPixels) refuse(`source has more than ${maxPixels} pixels`);
  return { url: webUrl(source.url, "source.url"), width, height };
}

const targetOf = ({ url, content_type }: Fields, type: string, name: string): Target => ({
  url: webUrl(url, `${name}.url`),
  contentType: oneOf(content_type, [type], `${name}.content_type`),
});

const maskType = "image/png";

/** A mask to read or to store, if the request has one. */
const maskOf = (value: unknown, name: string): Target | undefined =>
  value === undefined ? undefined : targetOf(fields(value, name), maskType, name);

function candidatesOf(value: unknown): ModelRequest["candidates"] {
  if (!Array.isArray(value) || value.length === 0)
    return refuse("candidates must be a list that is not empty");
  const candidates = value.map((item, nth) => {
    const name = `candidates[${nth}]`;
    const candidate = fields(item, name);
    return {
      id: text(candidate.candidate_id, `${name}.candidate_id`),
      picture: targetOf(candidate, "image/jpeg", name),
      mask: maskOf(candidate.mask, `${name}.mask`),
    };
  });
  const ids = new Set(candidates.map(({ id }) => id));
  return ids.size === candidates.length ? candidates : refuse("candidates must differ in candidate_id");
}

/** Reads the JSON body of an invocation. Throws an InvocationError (400) that says which field is wrong. */
export function readRequest(body: unknown): ModelRequest {
  const request = fields(body, "the request");
  const version = text(request.contract_version, "contract_version");
  if (!/^1\.\d+$/.test(version)) refuse(`contract_version ${version} is not supported, only 1.x`);
  text(request.inference_id, "inference_id");
  return {
    task: taskOf(request),
    seed: whole(request.seed, "seed", 0),
    ...(request.listing !== undefined && { look: lookOf(request) }),
    source: sourceOf(request.source),
    mask: maskOf(request.mask, "mask"),
    proposedMask: maskOf(request.proposed_mask, "proposed_mask"),
    candidates: candidatesOf(request.candidates),
  };
}
