import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";

/** What some work asked of the table. `sequential` is the longest chain of calls of which each waited for the one before. */
export type Asked = { calls: number; sequential: number; writeUnits: number; readUnits: number };

const Capacity = v.object({ CapacityUnits: v.number() });
const Answer = v.object({ ConsumedCapacity: v.optional(v.union([Capacity, v.array(Capacity)]), []) });
const Request = v.record(v.string(), v.unknown());

const reads = /\.(GetItem|BatchGetItem|Query|Scan|TransactGetItems)$/;
const isTransaction = (target: string) => target.endsWith(".TransactWriteItems");

/**
 * Stands between any DynamoDB client and the engine, and counts. The engine says what each call consumes. It says nothing
 * of a write that fails its condition, which DynamoDB charges too: one unit, because these items are smaller than 1 KB.
 */
export async function startCountingProxy(engine: string) {
  let asked: Asked = { calls: 0, sequential: 0, writeUnits: 0, readUnits: 0 };
  let losesAnswer = false;
  const onCall = async (request: IncomingMessage): Promise<{ status: number; body: string } | null> => {
    const target = String(request.headers["x-amz-target"] ?? "");
    const input = v.parse(Request, JSON.parse(await text(request)));
    const depth = asked.sequential + 1;
    asked.calls++;
    const response = await fetch(engine, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": target,
        "x-amz-date": String(request.headers["x-amz-date"] ?? ""),
        authorization: String(request.headers.authorization ?? ""),
      },
      body: JSON.stringify({ ...input, ReturnConsumedCapacity: "TOTAL" }),
    });
    const body = await response.text();
    asked.sequential = Math.max(asked.sequential, depth);
    const units = response.ok ? unitsOf(body) : body.includes("ConditionalCheckFailedException") ? 1 : 0;
    asked[reads.test(target) ? "readUnits" : "writeUnits"] += units;
    if (losesAnswer && isTransaction(target)) return null;
    return { status: response.status, body };
  };
  const server = createServer(async (request, response) => {
    const answer = await onCall(request);
    if (answer === null) return;
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(answer.body);
  });
  const url = await new Promise<string>((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    }),
  );
  return {
    url,
    /** What `work` asked. */
    during: async (work: () => Promise<unknown>): Promise<Asked> => {
      asked = { calls: 0, sequential: 0, writeUnits: 0, readUnits: 0 };
      await work();
      return { ...asked };
    },
    /** From now on, transactions are committed and nobody hears of it: their function has run out of time. */
    loseAnswers: (lost: boolean) => {
      losesAnswer = lost;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const unitsOf = (body: string): number =>
  [v.parse(Answer, JSON.parse(body)).ConsumedCapacity]
    .flat()
    .reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
