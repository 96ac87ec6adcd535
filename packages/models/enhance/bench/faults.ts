import type { Fault } from "./photographs.ts";

const tungsten = [1.3, 1, 0.55] as const;

/** What goes wrong with photos of rooms, by name. */
export const faults: Readonly<Record<string, Fault>> = {
  "already good": {},
  "−1.6 EV": { stops: -1.6, noise: 1 },
  "+1.6 EV": { stops: 1.6 },
  "dim, tungsten": { stops: -1, cast: tungsten, noise: 2 },
  warm: { cast: [1.12, 1, 0.78] },
  "mixed light": { stops: -0.5, cast: [1.25, 1, 0.65], castRight: [0.92, 1, 1.12] },
  "green, haze": { stops: -0.3, cast: [0.88, 1.05, 0.9], haze: 0.05 },
  haze: { stops: -0.3, haze: 0.1 },
  "dim, noise": { stops: -1, noise: 6 },
  "askew, −1 EV": { stops: -1, lean: { roll: 2, keystone: -1.5 } },
  "askew, good": { lean: { roll: -1.2, keystone: 2.5 } },
};
