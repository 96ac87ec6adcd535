import { startLocalServer } from "./local-server.ts";

/** An object store on loopback: every GET gives the source, a PUT is kept under its path. */
export async function startStore(source: Buffer) {
  const stored = new Map<string, Buffer>();
  const server = await startLocalServer(async (request, response) => {
    if (request.method !== "PUT") return response.end(source);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    stored.set(request.url?.slice(1) ?? "", Buffer.concat(chunks));
    return response.end();
  });
  return { ...server, stored };
}
