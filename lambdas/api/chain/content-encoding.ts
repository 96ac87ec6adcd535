import type { APIGatewayProxyEvent } from "aws-lambda";
import { contentCodingOf } from "../../runtime/network/content-coding.ts";
import { headerValues, ProtocolRefusal } from "./http.ts";

/** A body that is compressed, or says so: answered 415 with the encoding that is accepted (RFC 9110, 15.5.16). */
const encodedBody = (encoding: string) =>
  new ProtocolRefusal(415, `Send the body as it is, without Content-Encoding: ${encoding}.`, {
    "Accept-Encoding": "identity",
  });

/** Throws a ProtocolRefusal if a request declares its body to be encoded. */
export function refuseEncoded(event: APIGatewayProxyEvent): void {
  const declared = headerValues(event, "content-encoding");
  if (contentCodingOf(declared) !== null) throw encodedBody(declared.join(", ").slice(0, 80));
}
