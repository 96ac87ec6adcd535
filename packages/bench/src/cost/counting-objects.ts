import { createServer, request as send } from "node:http";

/** Requests to S3 in its two classes of price: PUT, POST and lists, and GET. It takes nothing for a DELETE. */
export type Requests = { puts: number; gets: number };

/**
 * Stands before the local S3 and counts the requests that S3 would charge for. `url` is for the functions, which sign
 * their URLs for it; `forward` names the local S3.
 */
export async function countingObjects() {
  const counted: Requests = { puts: 0, gets: 0 };
  let engine = new URL("http://127.0.0.1");
  const server = createServer((incoming, response) => {
    const { method = "", url: path = "/", headers } = incoming;
    if (isDear(method, path)) counted.puts++;
    else if (method !== "DELETE") counted.gets++;
    const { hostname, port } = engine;
    const outgoing = send({ hostname, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", (error) => response.destroy(error));
    incoming.pipe(outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The counting S3 has no address.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    forward: (url: string) => {
      engine = new URL(url);
    },
    counted: (): Requests => ({ ...counted }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isDear = (method: string, path: string) =>
  method === "PUT" || method === "POST" || path.includes("list-type=2");
