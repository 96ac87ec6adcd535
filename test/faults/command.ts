import type { Fault, Raised } from "./faults.ts";
import { callSites } from "./sites.ts";
import type { Plan } from "./world/history.ts";

export const optionsOf = {
  seeds: { type: "string", default: "20" },
  jobs: { type: "string", default: "10" },
  seed: { type: "string" },
  from: { type: "string", default: "1" },
  minutes: { type: "string" },
  actions: { type: "string" },
  faults: { type: "string" },
  raise: { type: "string" },
  coverage: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
  "keep-long": { type: "boolean", default: false },
  "stop-early": { type: "boolean", default: false },
} as const;

type Values = {
  seeds: string;
  jobs: string;
  seed?: string;
  from: string;
  minutes?: string;
  actions?: string;
  faults?: string;
  raise?: string;
  coverage: boolean;
  verbose: boolean;
  "keep-long": boolean;
  "stop-early": boolean;
};

/** Faults as one argument: `site#passage=kind`, separated by semicolons. */
const parseFaults = (text: string): Fault[] =>
  text
    .split(";")
    .filter((one) => one !== "")
    .map((one) => {
      const [key = "", kind = ""] = one.split("=");
      return { key, kind };
    });

/** A fault that comes more often at a site than elsewhere: `site=kind@share`. */
function parseRaised(text: string): Raised {
  const [, site = "", kind = "", share = ""] = /^(.+)=(\w+)@([\d.]+)$/.exec(text) ?? [];
  if (!callSites.includes(site)) throw new Error(`--raise names no call site: ${callSites.join("; ")}`);
  return { site, kind, share: Number(share) };
}

const parseActions = (text: string): number[] =>
  text
    .split(",")
    .filter((id) => id !== "")
    .map(Number);

/** The histories to run: of many seeds, or of one, perhaps with some of its actions and faults alone. */
export function parametersOf({ seed, seeds, from, minutes, jobs, actions, faults, raise, ...flags }: Values) {
  const first = Number(seed ?? from);
  const count = seed === undefined ? Number(seeds) : 1;
  const plans = Array.from(
    { length: count },
    (_, index): Plan => ({
      seed: first + index,
      jobs: Number(jobs),
      actions: actions === undefined ? null : parseActions(actions),
      faults: faults === undefined ? null : parseFaults(faults),
      raised: raise === undefined ? null : parseRaised(raise),
    }),
  );
  return {
    plans,
    mostMs: Number(minutes ?? Number.POSITIVE_INFINITY) * 60_000,
    showsCoverage: flags.coverage || count >= 100,
    isVerbose: flags.verbose || count === 1,
    isShrinking: !flags["keep-long"],
    stopsEarly: flags["stop-early"],
  };
}

/** The command that runs a history again. */
export const commandOf = ({ seed, jobs, actions, faults }: Plan): string =>
  [
    `npm run test:long -- faults --seed ${seed} --jobs ${jobs}`,
    ...(actions ? [`--actions "${actions.join(",")}"`] : []),
    ...(faults ? [`--faults "${faults.map(({ key, kind }) => `${key}=${kind}`).join(";")}"`] : []),
  ].join(" ");
