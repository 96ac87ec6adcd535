import { setTimeout as pause } from "node:timers/promises";
import type { serviceProcess } from "service/test/support/service-process.ts";

export type Stop = { seconds: number; code: number | null };

/** Starts the service, loads it with requests for `pauseMs` milliseconds, and stops it by SIGTERM while they go on. */
export async function stopUnderLoad(host: ReturnType<typeof serviceProcess>, pauseMs: number): Promise<Stop> {
  const { base_url, api_key } = await host.start();
  const stopping = new AbortController();
  const partners = Array.from({ length: 4 }, () => load(base_url, api_key, stopping.signal));
  await pause(pauseMs);
  const started = performance.now();
  const code = await host.stop();
  const seconds = (performance.now() - started) / 1000;
  stopping.abort();
  await Promise.all(partners);
  return { seconds, code };
}

/** A caller that reads, lists and creates, one request after another, until the service is gone. */
async function load(baseUrl: string, apiKey: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const job = { source_url: `${baseUrl}/samples/none.jpg`, workflow: "pro_capture", capture_type: "photo" };
  for (let index = 0; !signal.aborted; index++) {
    const create = { method: "POST", headers, body: JSON.stringify({ ...job, reference: String(index) }) };
    await Promise.all([
      fetch(`${baseUrl}/api/v1/usage/summary`, { headers, signal }),
      fetch(`${baseUrl}/api/v1/generations`, { headers, signal }),
      fetch(`${baseUrl}/api/v1/generations`, { ...create, signal }),
    ]).then(
      (answers) => Promise.all(answers.map((answer) => answer.arrayBuffer().catch(() => {}))),
      () => pause(50),
    );
  }
}
