import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { modelContainer } from "@image-staging/laptop/model-container";
import { listen } from "@image-staging/local-cloud/http";
import { request } from "undici";

/**
 * The simulated model behind a gate: after POST /hold its invocations wait, and jobs keep their slots, until each
 * hold has its POST /release: files that run at the same time hold it at once.
 */
export async function startModelGate() {
  const model = modelContainer("simulated", () => {});
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

  const { url, close } = await listen(0, async (asked, response) => {
    const body = await buffer(asked);
    const path = asked.url ?? "/";
    if (path === "/hold" || path === "/release") {
      if (path === "/hold") hold();
      else release();
      return response.end();
    }
    if (path === "/invocations") await opened;
    await model
      .use((modelUrl) => forward(`${modelUrl}${path}`, asked.method ?? "GET", body, response))
      .catch(() => response.destroy());
  });
  const stop = async () => {
    open();
    await close();
    await model.stop();
  };
  return { url, stop };
}

/** Not by fetch, which refuses the ports that the local model listens on. */
async function forward(url: string, method: string, body: Buffer, response: ServerResponse) {
  const answer = await request(url, { method, ...(method === "POST" && { body }) });
  response.writeHead(answer.statusCode, { "content-type": String(answer.headers["content-type"]) });
  response.end(Buffer.from(await answer.body.arrayBuffer()));
}
