import { residentMb } from "@image-staging/bench/process-tree";

const fewestJobs = 100;

type Sample = { jobs: number; megabytes: number };

/** What a process and its children hold in memory while jobs end. */
export function watchMemory(pid: number, jobsEnded: () => number) {
  const samples: Sample[] = [];
  const sampling = setInterval(() => samples.push({ jobs: jobsEnded(), megabytes: residentMb(pid) }), 1000);
  return {
    samples,
    stop: () => {
      clearInterval(sampling);
      return samples;
    },
  };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How memory grows once it is warm, in MB per 100 jobs: the slope of the straight line that fits the samples of the
 * second half best. Undefined if that half saw too few jobs: what a single job holds would decide.
 */
export function slopeOf(samples: readonly Sample[]): number | undefined {
  const warm = samples.slice(samples.length >> 1);
  const [jobs, megabytes] = [mean(warm.map((one) => one.jobs)), mean(warm.map((one) => one.megabytes))];
  const spread = warm.reduce((sum, one) => sum + (one.jobs - jobs) ** 2, 0);
  const rise = warm.reduce((sum, one) => sum + (one.jobs - jobs) * (one.megabytes - megabytes), 0);
  const seen = (warm.at(-1)?.jobs ?? 0) - (warm[0]?.jobs ?? 0);
  return seen < fewestJobs ? undefined : (100 * rise) / spread;
}
