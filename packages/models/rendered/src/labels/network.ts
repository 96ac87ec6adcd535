import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { labelClasses } from "./classes.ts";

/** One value for each class and pixel, class by class. */
export interface ClassPlanes {
  width: number;
  height: number;
  data: Float32Array;
}

/**
 * V8 optimises WebAssembly's functions that have run so much (bytes of code). At its own budget it optimises hundreds during the
 * first photos, for which it takes 290 MB more for a moment; at this one the network is as fast.
 */
const tieringBudget = 40_000_000;

let session: Promise<InferenceSession> | undefined;

/**
 * The network's shares of each class at half the size of what goes in: three planes, (sRGB / 255 - 0.5) / 0.25, whose sides are
 * multiples of 32. The first call loads the network for the process. Same values, same shares, on any machine: one thread of
 * WebAssembly adds in one order.
 */
export async function classShares(planes: Float32Array, width: number, height: number): Promise<ClassPlanes> {
  session ??= load();
  const photo = new Tensor("float32", planes, [1, 3, height, width]);
  const { labels } = await (await session).run({ photo });
  if (!(labels?.data instanceof Float32Array)) throw new Error("The network has no output of labels.");
  const shares = { width: width / 2, height: height / 2, data: softmax(labels.data, labelClasses.length) };
  labels.dispose();
  return shares;
}

async function load(): Promise<InferenceSession> {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const [wasmBinary, network] = await Promise.all([
    readFile(locate("onnxruntime-web/ort-wasm-simd-threaded.wasm")),
    readFile(locate("@image-staging/rendered/labels/network.onnx")),
  ]);
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = wasmBinary;
  return InferenceSession.create(network, { executionProviders: ["wasm"] });
}

/** The path of a package's file; a bundle has it in its folder. */
function locate(file: string): string | URL {
  return import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve(file)
    : new URL(`./${file.slice(file.lastIndexOf("/") + 1)}`, import.meta.url);
}

/** Scores as shares that sum to one at each pixel. */
function softmax(scores: Float32Array, classes: number): Float32Array {
  const count = scores.length / classes;
  const shares = new Float32Array(scores.length);
  for (let i = 0; i < count; i++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let at = i; at < scores.length; at += count) most = Math.max(most, scores[at] as number);
    let sum = 0;
    for (let at = i; at < scores.length; at += count) {
      const share = Math.exp((scores[at] as number) - most);
      shares[at] = share;
      sum += share;
    }
    for (let at = i; at < scores.length; at += count) shares[at] = (shares[at] as number) / sum;
  }
  return shares;
}
