import type { ServerResponse } from "node:http";
import { endIfDiskFull } from "../disk.ts";
import { SignatureError } from "../signature.ts";
import { escapeXml } from "./xml.ts";

/** An S3 refusal: HTTP status, S3's error code and its message. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const noSuchKey = () => new S3Error(404, "NoSuchKey", "The specified key does not exist.");

function refusalOf(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (!(error instanceof SignatureError)) return new S3Error(500, "InternalError", String(error));
  return new S3Error(403, error.code, error.message);
}

/** Sends an error as S3 does: as XML, or without a body for HEAD. */
export function sendS3Error(response: ServerResponse, error: unknown, isHead: boolean): void {
  endIfDiskFull(error);
  if (response.headersSent) return void response.destroy();
  const { status, code, message } = refusalOf(error);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
  // The rest of a refused upload is not read, so the connection cannot be used for another request.
  response.writeHead(status, { "content-type": "application/xml", connection: "close" });
  response.end(isHead ? undefined : body);
}
