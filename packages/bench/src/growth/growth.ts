import { setTimeout as pause } from "node:timers/promises";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { type CountedService, type Counts, countsOf, startCountedService } from "../cost/counted-service.ts";
import { generation, ingestedAsset, job, jsonType } from "../cost/measured-jobs.ts";
import { type Copier, copierOf } from "./copies.ts";

const factors = [1, 10, 100, 1000];
/** How many there are of each at factor 1. */
const base = 1;
const warmUps = 1;
const jobs = 4;
/** By how much a count may rise from factor 1 to any other. */
const tolerance = 0.05;

type Seeds = Awaited<ReturnType<typeof seedsOf>>;
type Axis = {
  name: string;
  grow: (copier: Copier, seeds: Seeds, range: [number, number]) => Promise<unknown>;
};

/** What grows, each on top of the others: at the end there are 1,000 of everything. */
const axes: Axis[] = [
  {
    name: "jobs of the organization",
    grow: (copier, { jobId, job }, range) => copier.copy(job, jobId, range),
  },
  {
    name: "organizations",
    grow: (copier, { organizationId, organization }, range) =>
      copier.copy(organization, organizationId, range),
  },
  {
    name: "ledger of the organization",
    grow: (copier, { jobId, ledger }, range) => copier.copy(ledger, jobId, range),
  },
  {
    name: "jobs in flight",
    grow: async (copier, { jobId, running, inFlight }, [from, to]) => {
      await copier.copy(running, jobId, [from + 100_000, to + 100_000]);
      await copier.add(inFlight, "jobs_in_flight", to - from);
    },
  },
];

/**
 * What one job costs in counted units, among 1 to 1,000 of each thing that grows. Exits with 1 if a count rises by more
 * than 5 % from the first to any other size.
 */
export async function growth(): Promise<void> {
  // Drawn beforehand: the functions run in this process too and stop sharp from reading SVG.
  const pictures = await Promise.all(["seed", ...axes].map((_, index) => drawRoom(1600 + index, 1200)));
  const running = await startCountedService();
  const copier = copierOf(running.service);
  try {
    const seeds = await seedsOf(running, copier, pictures.at(-1));
    console.log(tableLine(["what grows", "size", ...Object.keys(countsOf(running))]));
    for (const [index, axis] of axes.entries()) {
      const asset = await ingestedAsset(running.service, pictures[index]);
      await measureAxis(axis, { running, copier, seeds, asset });
    }
    console.log(
      `\nOne job: created from an asset, run, announced by webhook, read once. The least of ${jobs}; ` +
        `${process.exitCode ? "a count has RISEN" : "no count rises"} by more than ${tolerance * 100} %.`,
    );
  } finally {
    copier.stop();
    await running.stop();
  }
}

/** Each axis has another asset, so that no job is answered from the cache. */
type Measuring = { running: CountedService; copier: Copier; seeds: Seeds; asset: string };

async function measureAxis(
  { name, grow }: Axis,
  { running, copier, seeds, asset }: Measuring,
): Promise<void> {
  let first: Counts | null = null;
  for (const [step, factor] of factors.entries()) {
    const from = step === 0 ? 0 : base * (factors[step - 1] ?? 0);
    await grow(copier, seeds, [from, base * factor]);
    const counts = await countsOfAJob(running, (nth) =>
      job(running.service, JSON.stringify(generation(step * (warmUps + jobs) + nth, asset)), jsonType),
    );
    first ??= counts;
    if (hasRisen(first, counts)) process.exitCode = 1;
    console.log(tableLine([name, base * factor, ...Object.values(counts)]));
  }
}

/**
 * The least of each count over some repetitions: the sweeper may run during one of them, and a function may read again what
 * it knew for half a minute.
 */
async function countsOfAJob(running: CountedService, work: (nth: number) => Promise<void>): Promise<Counts> {
  const seen: Counts[] = [];
  for (let nth = 0; nth < warmUps + jobs; nth++) {
    await work(nth);
    await quiet(running);
    seen.push(countsOf(running));
  }
  return countsBy((name) => {
    const rises = seen
      .slice(warmUps)
      .map((counts, at) => counts[name] - (seen[warmUps + at - 1]?.[name] ?? 0));
    return Math.min(...rises);
  });
}

/** Waits until nothing is counted any more: a delivery is logged after its webhook has arrived. */
async function quiet(running: CountedService): Promise<void> {
  for (let before = ""; ; ) {
    await pause(150);
    const now = JSON.stringify(countsOf(running));
    if (now === before) return;
    before = now;
  }
}

const countsBy = (of: (name: keyof Counts) => number): Counts => ({
  "table calls": of("table calls"),
  "read units": of("read units"),
  "write units": of("write units"),
  invocations: of("invocations"),
  transitions: of("transitions"),
  "S3 PUT": of("S3 PUT"),
  "S3 GET": of("S3 GET"),
});

const hasRisen = (first: Counts, counts: Counts): boolean => {
  const risen = countsBy((name) => (counts[name] > first[name] * (1 + tolerance) ? 1 : 0));
  return Object.values(risen).some((count) => count > 0);
};

const tableLine = (cells: (string | number)[]): string =>
  `| ${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(26) : String(cell).padStart(11))).join(" | ")} |`;

type Picture = Awaited<ReturnType<typeof drawRoom>> | undefined;

/** What one finished job and the organization have left in the table, to be copied. */
async function seedsOf({ service }: CountedService, copier: Copier, picture: Picture) {
  const { organizationId } = service;
  const organization = (await copier.itemsWith(organizationId)).filter(
    ({ pk, sk }) =>
      /^(PROFILE|KEY|SECRETS|org_.*)$/.test(`${sk?.S}`.split("#")[0] ?? "") && !pk?.S?.startsWith("RATE#"),
  );
  await raiseLimits(copier, organization);
  const asset = await ingestedAsset(service, picture);
  await job(service, JSON.stringify(generation(0, asset)), jsonType);
  const left = await copier.itemsWith("job_");
  const stored = left.find(({ sk }) => sk?.S === "JOB");
  const jobId = stored?.job_id?.S ?? "";
  if (!stored || !jobId) throw new Error("The first job has left nothing to copy.");
  const ofJob = left.filter((item) => JSON.stringify(item).includes(jobId));
  const due = `${new Date(Date.now() + 3_600_000).toISOString()}#${jobId}`;
  return {
    organizationId,
    organization,
    jobId,
    job: ofJob.map(({ gsi1pk: _, gsi1sk: __, ...item }) => item),
    ledger: ofJob.filter(({ pk }) => pk?.S?.endsWith("#LEDGER")),
    running: [{ ...stored, status: { S: "running" }, gsi1pk: { S: "OPEN#0" }, gsi1sk: { S: due } }],
    inFlight: { pk: { S: `ORG#${organizationId}` }, sk: { S: "INFLIGHT" } },
  };
}

/** The bench measures what a job costs, not how many are allowed. */
async function raiseLimits(
  copier: Copier,
  organization: Awaited<ReturnType<Copier["itemsWith"]>>,
): Promise<void> {
  const profile = organization.find(({ sk }) => sk?.S === "PROFILE");
  if (!profile) throw new Error("The organization has no profile.");
  const names = ["create_generation_per_minute", "get_generation_per_minute", "max_concurrent_jobs"];
  const limits = Object.fromEntries(names.map((name) => [name, { N: "100000" }]));
  await copier.change(profile, { limits: { M: limits } });
}
