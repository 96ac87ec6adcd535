import type { APIGatewayProxyEvent } from "aws-lambda";
import { headerValues, ProtocolRefusal } from "./http.ts";

/** A body that is compressed, or says so: answered 415 with the encoding that is accepted (RFC 9110, 15.5.16). */
const encodedBody = (encoding: string) =>
  new ProtocolRefusal(415, `Send the body as it is, without Content-Encoding: ${encoding}.`, {
    "Accept-Encoding": "identity",
  });

/** Throws a ProtocolRefusal if a request declares its body to be encoded. `identity` is as it is (RFC 9110, 12.5.3). */
export function refuseEncoded(event: APIGatewayProxyEvent): void {
  const declared = headerValues(event, "content-encoding").join(", ");
  const encodings = declared.split(",").map((one) => one.trim().toLowerCase());
  if (encodings.some((one) => one !== "" && one !== "identity")) throw encodedBody(declared.slice(0, 80));
}
