import type { APIGatewayProxyEvent } from "aws-lambda";
import Negotiator from "negotiator";
import { headerValues } from "./http.ts";

/** What a comma or a semicolon within means nothing. */
const quoted = /"(?:\\.|[^"\\])*"?/g;

/**
 * The media type of the answer: of those that a route has, the one that Accept prefers. Parameters but `q` are disregarded,
 * and if Accept takes none of them, it is the first, as it was before there were others (RFC 9110, 12.5.1).
 */
export function acceptedType<Type extends string>(
  event: APIGatewayProxyEvent,
  types: readonly [Type, ...Type[]],
): Type {
  const ranges = headerValues(event, "accept").join(",").replace(quoted, "").split(",");
  const accept = ranges.map(withoutParameters).join(",");
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...types]);
  return types.find((type) => type === preferred) ?? types[0];
}

function withoutParameters(range: string): string {
  const [type = "", ...parameters] = range.split(";");
  const [quality] = parameters.flatMap((one) => /^\s*q\s*=\s*([\d.]+)/i.exec(one)?.[1] ?? []);
  return quality === undefined ? type : `${type};q=${quality}`;
}
