import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pythonPrograms } from "@image-staging/local-cloud/python";
import * as v from "valibot";
import { encypherC2pa } from "../emulated-aws/python/packages.ts";

const Report = v.object({
  valid: v.boolean(),
  manifests: v.number(),
  codes: v.optional(v.array(v.string()), []),
  missed: v.array(v.tuple([v.number(), v.number()])),
});

/** A bit of a picture: the byte's place, and the bit in it. */
export type Bit = [place: number, bit: number];

/**
 * Starts the validator in a process: encypher-c2pa of PyPI, an implementation apart from the library that signs. It trusts
 * the certificates in files: of who signs, and of services of timestamps. Throws an Error if Python or PyPI is not there.
 */
export async function startValidator(...trusted: string[]) {
  const programs = await pythonPrograms(encypherC2pa);
  const script = join(import.meta.dirname, "validate.py");
  const child = spawn(join(programs, "python"), [script, ...trusted], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** What it says of a picture, and which flipped bits it does not notice. One picture at a time. */
  const validate = async (file: string, flips: Bit[] = []) => {
    child.stdin.write(`${JSON.stringify({ file, flips })}\n`);
    const { value } = await lines.next();
    return v.parse(v.pipe(v.string(), v.parseJson(), Report), value);
  };
  const stop = async () => {
    child.stdin.end();
    await once(child, "exit");
  };
  return { validate, stop };
}
