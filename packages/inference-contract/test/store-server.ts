import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An object store on loopback: every GET gives the source, a PUT is kept under its path. */
export async function startStore(source: Buffer) {
  const stored = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    if (request.method !== "PUT") return response.end(source);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    stored.set(request.url?.slice(1) ?? "", Buffer.concat(chunks));
    return response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stored, close };
}
