import { between, type Random } from "@image-staging/picture/random";

/** Whether something that happens in a share of all cases happens now. */
export const chance = (random: Random, share: number): boolean => random() < share;

/** One of the choices, each as often as its weight says; the list must not be empty. */
export function weighted<T>(random: Random, choices: readonly (readonly [weight: number, choice: T])[]): T {
  const sum = choices.reduce((total, [weight]) => total + weight, 0);
  let left = random() * sum;
  for (const [weight, choice] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  const last = choices.at(-1);
  if (!last) throw new Error("There is nothing to choose from");
  return last[1];
}

/** A whole number from `low` to `high`, both included. */
export const whole = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** Left or right. */
export const eitherSide = (random: Random): 1 | -1 => (random() < 0.5 ? -1 : 1);

/** A value of the range, as `between`, for ranges kept in tables. */
export const within = (random: Random, [low, high]: readonly [number, number]): number =>
  between(random, low, high);

/** A number that tells materials of one pattern apart. */
export const seedOf = (random: Random): number => Math.floor(random() * 1e6);
