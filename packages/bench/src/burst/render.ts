import { functionModels } from "service/lib/inference/backends.ts";
import { prices } from "service/lib/monitoring/prices.ts";

/** A function of this size has one whole processor (Lambda Developer Guide, "Memory"). */
const mbOfOneProcessor = 1769;

export const deployedMemoryMb = functionModels.Renderer.memoryMb;

/**
 * Processor seconds of a room of 1.5 and of 12 megapixels in two threads, and of that what the threads share
 * (packages/models/rendered/bench/README.md). Between and beyond, they grow with the pixels.
 */
const measured = {
  small: { megapixels: 1.5, all: 9.7, shared: 6.6 },
  large: { megapixels: 12, all: 20.7, shared: 17.1 },
};

const at = (megapixels: number, of: "all" | "shared") => {
  const { small, large } = measured;
  const slope = (large[of] - small[of]) / (large.megapixels - small.megapixels);
  return small[of] + slope * (megapixels - small.megapixels);
};

/** Seconds that a function of some memory draws a picture of some megapixels. */
export function renderSeconds(megapixels: number, memoryMb: number = deployedMemoryMb): number {
  const processors = memoryMb / mbOfOneProcessor;
  const [all, shared] = [at(megapixels, "all"), at(megapixels, "shared")];
  return (all - shared) / Math.min(1, processors) + shared / processors;
}

/** What seconds of a function cost, in US dollars. */
export const functionCost = (seconds: number, memoryMb: number = deployedMemoryMb): number =>
  seconds * (memoryMb / 1024) * prices.lambdaGbSecond.arm64;
