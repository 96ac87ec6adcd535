/** What a job has done when it is in a state, in percent: the upload is the first fifth. */
const starts = { ingesting: 20, queued: 30, running: 40 };
const most = 97;
const usualSeconds = 15;

const place = ({ workflow, capture_type, mode }) => `seconds ${workflow} ${capture_type} ${mode}`;

/** Keeps how long a job took, for the next one of its kind. One that ended at once, by a decline or the cache, says nothing. */
export function noteSeconds(job, seconds) {
  const isUsual = job.status === "succeeded" && !job.outputs.some(({ cached }) => cached);
  if (isUsual) localStorage.setItem(place(job), String(seconds));
}

/**
 * How far a job likely is, in percent, `seconds` after it was created: the API says in which state it is, and the last job
 * of its kind how long one takes. It comes ever closer to the end, and is there when the job is.
 */
export function percentOf(job, seconds) {
  const start = starts[job.status] ?? most;
  const expected = Number(localStorage.getItem(place(job))) || usualSeconds;
  return start + (most - start) * (1 - Math.exp((-1.5 * seconds) / expected));
}
