import type { Socket } from "node:net";

const lineOfLength = /\r\ncontent-length:([ \t]*\d+(?:[ \t]*,[ \t]*\d+)*)[ \t]*(?=\r\n)/gi;

/**
 * A connection whose answers may repeat their Content-Length, in several lines or in one: it counts once if all are equal
 * (RFC 9110, 8.6). The HTTP parser would refuse the answer, also of a receiver that has taken the webhook.
 */
export function acceptRepeatedLength<Connection extends Socket>(socket: Connection): Connection {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk) && chunk.subarray(0, 7).equals(answerBegins)) hideRepeated(chunk);
    return chunk;
  };
  return socket;
}

const answerBegins = Buffer.from("HTTP/1.");

/** Changes the bytes in place, none of their number: repeated lines get another name, repeated values become blanks. */
function hideRepeated(answer: Buffer): void {
  const head = answer.toString("latin1", 0, answer.indexOf("\r\n\r\n") + 2);
  const lines = [...head.matchAll(lineOfLength)];
  const lengths = lines.flatMap(([, values = ""]) => values.split(",").map(Number));
  if (lengths.length < 2 || new Set(lengths).size > 1) return;
  for (const [nth, { index, 0: line }] of lines.entries()) {
    const comma = line.indexOf(",");
    if (comma !== -1) answer.fill(" ", index + comma, index + line.length);
    if (nth > 0) answer.write("x", index + 2);
  }
}
