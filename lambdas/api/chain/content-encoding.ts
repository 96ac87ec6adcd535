import type { APIGatewayProxyEvent } from "aws-lambda";
import { Refusal } from "../../domain/errors.ts";
import { headerValues } from "./http.ts";

/** A body that is compressed, or says so: answered 415 with the encoding that is accepted (RFC 9110, 15.5.16). */
export class EncodedBody extends Refusal {
  static readonly status = 415;
  static readonly headers = { "Accept-Encoding": "identity" };

  constructor(encoding: string) {
    super("bad_request", `Send the body as it is, without Content-Encoding: ${encoding}.`);
  }
}

/** Throws EncodedBody if a request declares its body to be encoded. `identity` is as it is (RFC 9110, 12.5.3). */
export function refuseEncoded(event: APIGatewayProxyEvent): void {
  const declared = headerValues(event, "content-encoding").join(", ");
  const encodings = declared.split(",").map((one) => one.trim().toLowerCase());
  if (encodings.some((one) => one !== "" && one !== "identity")) throw new EncodedBody(declared.slice(0, 80));
}
