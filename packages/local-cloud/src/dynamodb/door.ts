import { Pool } from "undici";
import { endIfDiskFull } from "../disk.ts";
import type { Credentials } from "../endpoints.ts";
import { type Handler, sendJson } from "../http.ts";
import type { Cleanup } from "../lifecycle.ts";
import { signedOnly } from "../signed-only.ts";

const asked = ["authorization", "content-type", "x-amz-date", "x-amz-target"];
const answered = ["content-type", "x-amz-crc32", "x-amzn-requestid"];

const only = (names: string[], headers: Record<string, unknown>) =>
  Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

/**
 * The door of a DynamoDB engine that checks nobody: lets in who signed with this service's secret, and of what the engine
 * answers, such as its leave to every page, passes on what DynamoDB answers too.
 */
export function createDoor(engineUrl: string, credentials: Credentials, cleanup: Cleanup): Handler {
  const engine = new Pool(new URL(engineUrl).origin, { connections: 128 });
  cleanup.add(() => engine.destroy());
  return signedOnly(credentials, async (request, response, body) => {
    try {
      const headers = only(asked, request.headers);
      const answer = await engine.request({ path: "/", method: "POST", headers, body });
      const content = Buffer.from(await answer.body.arrayBuffer());
      if (answer.statusCode >= 500) endIfDiskFull(new Error(content.toString()));
      response.writeHead(answer.statusCode, only(answered, answer.headers)).end(content);
    } catch (error) {
      const message = `The engine did not answer: ${error instanceof Error ? error.message : error}`;
      sendJson(response, 500, { __type: "InternalServerError", message }, "application/x-amz-json-1.0");
    }
  });
}
