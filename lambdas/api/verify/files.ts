import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyResult } from "aws-lambda";
import { readerFile } from "../../runtime/credentials/c2pa.ts";
import { securityHeaders } from "../page-security.ts";

type File = { read: () => Buffer; headers: Record<string, string> };

/** What the page's worker consists of. It alone may compile WebAssembly, and it may fetch from here and from nowhere else. */
const files: Record<string, File> = {
  "worker.mjs": {
    read: () => readFileSync(new URL("./worker.mjs", import.meta.url)),
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      ...securityHeaders(["script-src 'wasm-unsafe-eval'", "connect-src 'self'"]),
    },
  },
  "c2pa.wasm": {
    read: () => readFileSync(readerFile),
    headers: {
      "Content-Type": "application/wasm",
      "Cache-Control": "public, max-age=31536000, immutable",
      ...securityHeaders([]),
    },
  },
};

const compressed = new Map<string, string>();

/**
 * One of the worker's files; undefined if there is none by this name. The library has 9 MB: compressed and in base64 it has
 * 4.6 of the 6 MB that a function may answer. It is compressed once for each execution environment.
 */
export function fileOf(name: string): APIGatewayProxyResult | undefined {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return undefined;
  const body = compressed.get(name) ?? gzipSync(file.read()).toString("base64");
  compressed.set(name, body);
  return {
    statusCode: 200,
    headers: { ...file.headers, "Content-Encoding": "gzip" },
    body,
    isBase64Encoded: true,
  };
}
