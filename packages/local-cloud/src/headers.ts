import type { IncomingMessage } from "node:http";

/**
 * The values of each header as they were sent, by its name in lower case. Node's own `headersDistinct` fails for a header
 * that is named like a property of every object, in some versions.
 */
export function headersOf({ rawHeaders }: IncomingMessage): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return headers;
}
