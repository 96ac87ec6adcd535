import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { simulatedContainer } from "@image-staging/laptop/simulated-container";
import { listen } from "@image-staging/local-cloud/http";

/**
 * The simulated model behind a gate: after POST /hold its invocations wait, and jobs keep their slots, until each
 * hold has its POST /release: files that run at the same time hold it at once.
 */
export async function startModelGate() {
  const model = simulatedContainer(() => {});
  let opened = Promise.resolve();
  let open = () => {};
  let holds = 0;
  const hold = () => {
    holds += 1;
    if (holds > 1) return;
    const gate = Promise.withResolvers<void>();
    opened = gate.promise;
    open = gate.resolve;
  };
  const release = () => {
    holds -= 1;
    if (holds === 0) open();
  };

  const { url, close } = await listen(0, async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "/";
    if (path === "/hold" || path === "/release") {
      if (path === "/hold") hold();
      else release();
      return response.end();
    }
    if (path === "/invocations") await opened;
    await model
      .use((modelUrl) => forward(`${modelUrl}${path}`, request.method ?? "GET", body, response))
      .catch(() => response.destroy());
  });
  const stop = async () => {
    open();
    await close();
    await model.stop();
  };
  return { url, stop };
}

async function forward(url: string, method: string, body: Buffer<ArrayBuffer>, response: ServerResponse) {
  const answer = await fetch(url, { method, ...(method === "POST" && { body }) });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}
