import crypto from "node:crypto";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { currentActivity } from "./activity.ts";
import type { Random } from "./random.ts";
import type { Schedule } from "./schedule.ts";
import { timer } from "./waiting.ts";

type History = { schedule: Schedule; random: Random };
let history: History | null = null;
type Folder = { at: number; maker: string; isAbandoned: () => boolean };
/** The temporary folders that were made, and when in simulated time. */
const folders = new Map<string, Folder>();
export const temporaryFolders = () => folders;

const real = { Date, setTimeout, clearTimeout, random: Math.random, randomBytes: crypto.randomBytes };

/** Bytes that no seed decides: for secrets, which the functions remember beyond a history. */
export const unseededBytes = (size: number): Buffer => real.randomBytes(size);

/** From now on a history gives this process its time and its chance; null gives back the real ones. */
export const simulate = (simulated: History | null): void => {
  history = simulated;
};

function now(): number {
  const activity = currentActivity();
  const { schedule } = activity?.world ?? history ?? {};
  return schedule ? Math.floor(schedule.now() + (activity?.skewMs ?? 0)) : real.Date.now();
}

class SimulatedDate extends real.Date {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static override now = now;
}

const chance = (): Random | undefined => (currentActivity()?.world ?? history ?? undefined)?.random;

/** Replaces the clock, the timers and the randomness of this process. If no history runs, they are the real ones. */
export function replaceGlobals(): void {
  Object.assign(globalThis, { Date: SimulatedDate, setTimeout: setSimulatedTimeout, clearTimeout: clear });
  Math.random = () => chance()?.next() ?? real.random();
  const randomBytes = (size: number) => chance()?.bytes(size) ?? real.randomBytes(size);
  const stat: typeof fs.stat = Object.assign(simulatedStat(fs.stat));
  const mkdtemp: typeof fs.mkdtemp = Object.assign(notedMkdtemp(fs.mkdtemp));
  Object.assign(crypto, { randomBytes, randomUUID: () => uuidOf(randomBytes(16)) });
  Object.assign(fs, { stat, mkdtemp });
  const getRandomValues = (values: Uint8Array) => {
    values.set(randomBytes(values.length));
    return values;
  };
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: getRandomValues });
  syncBuiltinESMExports();
}

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

class SimulatedTimer {
  readonly cancel: () => void;
  constructor(cancel: () => void) {
    this.cancel = cancel;
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
}

function setSimulatedTimeout(run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) {
  const activity = currentActivity();
  if (!activity) return real.setTimeout(run, ms, ...given);
  return new SimulatedTimer(timer(activity, ms, () => run(...given)));
}

function clear(handle: unknown): void {
  if (handle instanceof SimulatedTimer) handle.cancel();
  else real.clearTimeout(handle as NodeJS.Timeout);
}

const notedMkdtemp =
  (mkdtemp: (prefix: string) => Promise<string>) =>
  async (prefix: string): Promise<string> => {
    const folder = await mkdtemp(prefix);
    const activity = currentActivity();
    const isAbandoned = () => activity?.state === "dead";
    folders.set(folder, { at: now(), maker: activity?.name ?? "the simulation", isAbandoned });
    return folder;
  };

const simulatedStat = (stat: typeof fs.stat) => async (path: string) => {
  const found = await stat(path);
  const made = folders.get(path);
  return made === undefined ? found : Object.assign(found, { mtimeMs: made.at });
};
