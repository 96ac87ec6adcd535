import { Transform } from "node:stream";
import { S3Error } from "./errors.ts";

type State = "size" | "data" | "data-end" | "trailer" | "done";

/**
 * Decodes the `aws-chunked` encoding that the SDKs use for streamed uploads. Each chunk is a hexadecimal size, with or
 * without a chunk signature, and its data. An empty chunk ends the body; `onTrailer` gets each trailer after it.
 */
export function decodeChunks(onTrailer: (name: string, value: string) => void): Transform {
  let state: State = "size";
  let left = 0;
  let line = "";

  const endOfLine = () => {
    const text = line.slice(0, -2);
    line = "";
    if (state === "data-end") state = "size";
    else if (state === "size") {
      left = Number.parseInt(text, 16);
      if (Number.isNaN(left)) throw new S3Error(400, "InvalidRequest", "A chunk has no size");
      state = left > 0 ? "data" : "trailer";
    } else if (text === "") state = "done";
    else onTrailer(text.slice(0, text.indexOf(":")).toLowerCase(), text.slice(text.indexOf(":") + 1).trim());
  };

  const takeLine = (chunk: Buffer, from: number) => {
    const end = chunk.indexOf(10, from);
    line += chunk.toString("latin1", from, end < 0 ? chunk.length : end + 1);
    if (end >= 0) endOfLine();
    if (line.length > 4096) throw new S3Error(400, "InvalidRequest", "A chunk header is too long");
    return end < 0 ? chunk.length : end + 1;
  };

  const decode = (chunk: Buffer, push: (data: Buffer) => void) => {
    let at = 0;
    while (at < chunk.length && state !== "done") {
      if (state !== "data") {
        at = takeLine(chunk, at);
        continue;
      }
      const data = chunk.subarray(at, at + left);
      push(data);
      at += data.length;
      left -= data.length;
      if (left === 0) state = "data-end";
    }
  };

  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        decode(chunk, (data) => this.push(data));
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      const isWhole = state === "done" || (state === "trailer" && line === "");
      done(isWhole ? null : new S3Error(400, "IncompleteBody", "The body ended before its last chunk"));
    },
  });
}
