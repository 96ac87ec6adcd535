import type { ServerResponse } from "node:http";
import sharp from "sharp";
import * as v from "valibot";
import { ContractRequest, type ContractResponse } from "../src/messages.ts";
import { startLocalServer } from "./local-server.ts";

type Candidate = ContractRequest["candidates"][number];

/** What a broken container does differently from a good one. */
export type Habits = {
  ping: () => Promise<number>;
  /** The request as this container understands it; throws for one that it refuses. */
  understand: (body: string) => ContractRequest;
  draw: (source: Buffer, seed: number) => Promise<Buffer>;
  store: (candidate: Candidate, picture: Buffer) => Promise<unknown>;
  answer: (response: ContractResponse, request: ContractRequest) => unknown;
  refuse: (error: Error, response: ServerResponse) => void;
  before: (request: ContractRequest) => Promise<unknown>;
};

export const put = ({ url, content_type }: { url: string; content_type: string }, picture: Buffer) =>
  fetch(url, { method: "PUT", headers: { "content-type": content_type }, body: new Uint8Array(picture) });

export const brightened = (source: Buffer, seed: number) =>
  sharp(source)
    .linear(1.05, seed % 50)
    .jpeg();

const good: Habits = {
  ping: async () => 200,
  understand: (body) => v.parse(ContractRequest, JSON.parse(body)),
  draw: (source, seed) => brightened(source, seed).toBuffer(),
  store: put,
  answer: (response) => response,
  refuse: (error, response) => response.writeHead(400).end(JSON.stringify({ error: error.message })),
  before: async () => {},
};

async function serve(habits: Habits, body: string) {
  const request = habits.understand(body);
  await habits.before(request);
  const got = await fetch(request.source.url);
  if (!got.ok) throw new Error(`the source answered ${got.status}`);
  const source = Buffer.from(await got.arrayBuffer());
  const { width = 0, height = 0 } = await sharp(source).metadata();
  for (const [nth, candidate] of request.candidates.entries()) {
    await habits.store(candidate, await habits.draw(source, request.seed + nth));
  }
  const candidates = request.candidates.map(({ candidate_id }) => ({
    candidate_id,
    width,
    height,
    score: 0.9,
    safe: true,
  }));
  return habits.answer({ contract_version: "1.0", model_version: "test-1", candidates }, request);
}

/** A small container that keeps the contract but for the given habits. */
export async function startContainer(changes: Partial<Habits> = {}) {
  const habits = { ...good, ...changes };
  return startLocalServer(async (request, response) => {
    if (request.url === "/ping") return response.writeHead(await habits.ping()).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    return serve(habits, body).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error) => habits.refuse(error, response),
    );
  });
}
