import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import sharp from "sharp";
import type { ContractResponse } from "../messages.ts";
import { type Fetch, invoke, type Listener } from "./invocation.ts";
import type { Model } from "./model.ts";
import { queue } from "./queue.ts";
import { InvocationError } from "./request.ts";

export type ModelServerOptions = {
  /** 0, the default, takes a free port. */
  port?: number;
  host?: string;
  /** Opens `POST /faults`, with which a test chooses how the next invocations fail. */
  faults?: Faults;
  /** Hears how far the model is with each invocation. */
  listen?: Listener;
  /** Called once for every invocation that is answered. */
  log?: (line: { status: number; duration_ms: number; error?: string }) => void;
};

/** Failures for tests: `choose` reads them for the next invocations; `play` answers one with the next, if there is one. */
export type Faults = {
  choose: (body: unknown) => void;
  play: (
    invocation: (fetch: Fetch) => Promise<ContractResponse>,
    fetch: Fetch,
    die: () => void,
  ) => Promise<string> | undefined;
};

const maxBodyBytes = 1024 * 1024;
/** Invocations drawn at once: a picture of 100 megapixels takes up to 1 GB. */
const drawnAtOnce = 2;

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new InvocationError(413, "the request is larger than 1 MiB");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InvocationError(400, "the request is not JSON");
  }
}

type Answer = { status: number; body?: string };
type Route = (request: IncomingMessage, response: ServerResponse) => Promise<Answer>;

function routesOf(model: Model, { faults, listen }: ModelServerOptions): Record<string, Route> {
  const limited = queue(drawnAtOnce);
  const routes: Record<string, Route> = {
    "GET /ping": async () => ({ status: 200 }),
    "POST /invocations": async (request, response) => {
      const body = await readJson(request);
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      const reach: Fetch = (url, init) =>
        fetch(url, { ...init, signal: anySignal(gone.signal, init?.signal) });
      const invocation = (by: Fetch) => limited(() => invoke(model, body, by, listen));
      const played = faults?.play(invocation, reach, () => response.destroy());
      return {
        status: 200,
        body: await (played ?? invocation(reach).then((answer) => JSON.stringify(answer))),
      };
    },
  };
  if (!faults) return routes;
  return {
    ...routes,
    "POST /faults": async (request) => {
      faults.choose(await readJson(request));
      return { status: 204 };
    },
  };
}

const anySignal = (gone: AbortSignal, own: AbortSignal | null | undefined) =>
  own ? AbortSignal.any([gone, own]) : gone;

const failure = (error: unknown): { status: number; error: string } =>
  error instanceof InvocationError
    ? { status: error.status, error: error.message }
    : { status: 500, error: error instanceof Error ? error.message : "unexpected failure" };

/** Serves a model by SageMaker's container contract: `GET /ping`, `POST /invocations`. */
export async function startModelServer(model: Model, options: ModelServerOptions = {}) {
  sharp.cache(false);
  const routes = routesOf(model, options);
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer & { error?: string }> => {
    const route = routes[`${request.method} ${request.url?.split("?")[0]}`];
    try {
      if (!route) throw new InvocationError(404, `there is no ${request.method} ${request.url}`);
      return await route(request, response);
    } catch (problem) {
      const { status, error } = failure(problem);
      return { status, error, body: JSON.stringify({ error }) };
    }
  };
  const server = createServer(async (request, response) => {
    const started = performance.now();
    const { status, body, error } = await answer(request, response);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
    if (request.url?.startsWith("/invocations")) {
      options.log?.({
        status,
        duration_ms: Math.round(performance.now() - started),
        ...(error && { error }),
      });
    }
  });
  const host = options.host ?? "127.0.0.1";
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${host}:${port}`, close };
}

/** Serves a model as a container does: PORT and HOST from the environment, one log line an invocation, until SIGTERM. */
export async function runContainer(model: Model, faults?: Faults): Promise<void> {
  const { url, close } = await startModelServer(model, {
    port: Number(process.env.PORT ?? 8080),
    host: process.env.HOST ?? "127.0.0.1",
    ...(faults && { faults }),
    log: (line) => console.log(JSON.stringify(line)),
  });
  console.log(JSON.stringify({ message: `the model ${model.version} is ready`, url }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
}
