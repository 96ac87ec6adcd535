import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { simulatedContainer } from "../../local/sagemaker/container.ts";

/**
 * The simulated model, in its own process as ever, behind a gate: after POST /hold its invocations wait, and jobs keep their slots, until
 * POST /release.
 */
export async function startModelGate() {
  const model = simulatedContainer(() => {});
  let opened = Promise.resolve();
  let open = () => {};
  const hold = () => {
    const gate = Promise.withResolvers<void>();
    opened = gate.promise;
    open = gate.resolve;
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "/";
    if (path === "/hold" || path === "/release") {
      if (path === "/hold") hold();
      else open();
      return response.end();
    }
    if (path === "/invocations") await opened;
    const body = Buffer.concat(chunks);
    await model
      .use((url) => forward(`${url}${path}`, request.method ?? "GET", body, response))
      .catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    open();
    server.close();
    server.closeAllConnections();
    await model.stop();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function forward(url: string, method: string, body: Buffer<ArrayBuffer>, response: ServerResponse) {
  const answer = await fetch(url, { method, ...(method === "POST" && { body }) });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}
