import type { APIGatewayProxyEvent } from "aws-lambda";
import Negotiator from "negotiator";
import { headerValues, ProtocolRefusal } from "./http.ts";

/**
 * The media type of the answer: of those that a route has, the one that Accept prefers, or the first (RFC 9110, 12.5.1).
 * Throws a 406 if it takes none of them.
 */
export function acceptedType<Type extends string>(
  event: APIGatewayProxyEvent,
  types: readonly [Type, ...Type[]],
): Type {
  const accept = headerValues(event, "accept").join(", ");
  if (accept === "") return types[0];
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...types]);
  const chosen = types.find((type) => type === preferred);
  if (chosen === undefined)
    throw new ProtocolRefusal(406, `Accept one of ${types.join(", ")}: there is no other form of this.`);
  return chosen;
}
