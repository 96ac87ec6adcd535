import { createServer, type IncomingMessage } from "node:http";
import * as v from "valibot";

export type TableUsage = { calls: number; readUnits: number; writeUnits: number };

const Capacity = v.object({ CapacityUnits: v.number() });
const Answer = v.object({ ConsumedCapacity: v.optional(v.union([Capacity, v.array(Capacity)])) });
const Question = v.record(v.string(), v.unknown());

/**
 * A proxy in front of the table's engine that adds up the capacity units of each call, as the engine reports them.
 * The functions call `url`; `forward` sets the engine.
 */
export async function countingTable() {
  const counted: TableUsage = { calls: 0, readUnits: 0, writeUnits: 0 };
  let engine = "";
  const server = createServer(async (request, response) => {
    const target = String(request.headers["x-amz-target"]);
    const question = v.parse(Question, JSON.parse(await textOf(request)));
    const { host: _, "content-length": __, connection: ___, ...headers } = request.headers;
    const answer = await fetch(engine, {
      method: "POST",
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: JSON.stringify({ ...question, ReturnConsumedCapacity: "TOTAL" }),
    });
    const body = await answer.text();
    const units = unitsOf(body);
    counted.calls++;
    if (isRead(target)) counted.readUnits += units;
    else counted.writeUnits += units;
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The counting table has no address.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    forward: (url: string) => {
      engine = url;
    },
    counted: (): TableUsage => ({ ...counted }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isRead = (target: string) => /\.(GetItem|BatchGetItem|TransactGetItems|Query|Scan)$/.test(target);

function unitsOf(body: string): number {
  const { ConsumedCapacity = [] } = v.parse(Answer, JSON.parse(body));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
