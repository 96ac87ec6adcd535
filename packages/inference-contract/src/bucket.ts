import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Upload = { status: number; reason?: string; body: Buffer };

/** A signed URL and the requests that it has had. */
export type Signed = { url: string; reads: number; uploads: Upload[] };

type Grant = Signed & { method: "GET" | "PUT"; body: Buffer; contentType: string };

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** S3's answer to an upload by a signed URL: another content type and an unknown length are refused. */
function judge(request: IncomingMessage, grant: Grant): { status: number; reason?: string } {
  const type = request.headers["content-type"];
  if (request.method !== grant.method) return { status: 403, reason: `it was sent with ${request.method}` };
  if (request.headers["content-length"] === undefined)
    return { status: 411, reason: "it was sent without Content-Length" };
  if (type !== grant.contentType)
    return { status: 403, reason: `it was sent with Content-Type ${type ?? "none"}` };
  return { status: 200 };
}

/**
 * A bucket on this machine that gives its objects by signed URLs only, and records every request.
 * `advertise` replaces its address in the URLs, for containers that reach this machine under another name.
 */
export async function startBucket(listen: { host: string; port: number }, advertise?: string) {
  const grants = new Map<string, Grant>();
  const strays: string[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const grant = grants.get(request.url ?? "");
    const body = await read(request);
    if (!grant) {
      strays.push(`${request.method} ${request.url?.split("?")[0]}`);
      return response.writeHead(403).end();
    }
    if (request.method === "GET" && grant.method === "GET") {
      grant.reads++;
      return response.writeHead(200, { "content-type": grant.contentType }).end(grant.body);
    }
    const verdict = judge(request, grant);
    grant.uploads.push({ ...verdict, body });
    return response.writeHead(verdict.status).end();
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(listen.port, listen.host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : listen.port;
  const base = (advertise ?? `http://${listen.host}:${port}`).replace(/\/$/, "");

  const sign = (grant: Pick<Grant, "method" | "body" | "contentType">, name: string): Signed => {
    const path = `/${randomBytes(6).toString("hex")}/${name}?X-Amz-Signature=${randomBytes(16).toString("hex")}`;
    const signed = { ...grant, url: base + path, reads: 0, uploads: [] };
    grants.set(path, signed);
    return signed;
  };
  return {
    signGet: (body: Buffer, contentType: string) => sign({ method: "GET", body, contentType }, "source"),
    signPut: (name: string, contentType: string) =>
      sign({ method: "PUT", body: Buffer.alloc(0), contentType }, name),
    /** Requests by URLs that were never signed. */
    strays,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
export type Bucket = Awaited<ReturnType<typeof startBucket>>;
