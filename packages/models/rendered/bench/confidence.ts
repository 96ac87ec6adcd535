/** How sure an answer was, from 0 to 1, and how far it is from the truth. */
export interface Judged {
  confidence: number;
  error: number;
}

/** Bins of the curve, each with as many answers. */
const bins = 3;

/** Normal quantile of a 95 % interval. */
const z = 1.96;

/**
 * How confidence predicts an error: a table of thirds, least sure first, each with its mean error and the 95 % interval of it, and
 * the rank correlation (Spearman), whose interval is Fisher's: sure answers have small errors if it is below zero.
 */
export function curveOf(name: string, judged: readonly Judged[]): string {
  const sorted = judged.toSorted((a, b) => a.confidence - b.confidence);
  const cut = (bin: number): number => Math.round((bin * sorted.length) / bins);
  const rows = Array.from({ length: bins }, (_, bin) => rowOf(sorted.slice(cut(bin), cut(bin + 1))));
  const rho = correlation(
    ranks(judged.map(({ confidence }) => confidence)),
    ranks(judged.map(({ error }) => error)),
  );
  const half = z / Math.sqrt(Math.max(1, judged.length - 3));
  const [low, high] = [-half, half].map((step) => Math.tanh(Math.atanh(rho) + step).toFixed(2));
  return [
    `| Confidence | Answers | Mean ${name} | 95 % |`,
    "|---|---|---|---|",
    ...rows,
    `rank correlation of confidence and ${name}: ${rho.toFixed(2)} [${low}, ${high}], n = ${judged.length}`,
  ].join("\n");
}

function rowOf(judged: readonly Judged[]): string {
  const [first, last] = [judged.at(0), judged.at(-1)].map((one) => one?.confidence.toFixed(2));
  const errors = judged.map(({ error }) => error);
  const mean = meanOf(errors);
  const deviation = Math.sqrt(meanOf(errors.map((error) => (error - mean) ** 2)));
  const half = (z * deviation) / Math.sqrt(Math.max(1, errors.length - 1));
  return `| ${first} to ${last} | ${errors.length} | ${mean.toFixed(3)} | ${(mean - half).toFixed(3)} to ${(mean + half).toFixed(3)} |`;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The rank of each value, from 0; equal ones share the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    return below + (values.filter((other) => other === value).length - 1) / 2;
  });
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  const product = (k: number): number => ((a[k] ?? 0) - meanA) * ((b[k] ?? 0) - meanB);
  const square = (values: readonly number[], mean: number): number =>
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sum = a.reduce((all, _, k) => all + product(k), 0);
  return sum / Math.max(1e-9, Math.sqrt(square(a, meanA) * square(b, meanB)));
}
