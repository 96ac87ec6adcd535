import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { verificationOf } from "../../domain/generation/verification.ts";
import { ownSigner, readReport } from "../../runtime/credentials/read-report.ts";
import { errorForLog, logFor } from "../../runtime/log.ts";
import { formatOf } from "../../runtime/picture/format.ts";
import { commonHeaders, envelope, json } from "../chain/http.ts";
import { page, pageHeaders } from "./page.ts";

const certificates = process.env.CREDENTIALS_CERTIFICATES ?? "";
const own = ownSigner(certificates);
const notPicture = "Send the bytes of one JPEG, PNG or WebP picture as the body, with nothing around them.";

/**
 * GET /verify: the page. POST /verify with a picture as the body: what its content credentials say, as JSON. It takes no
 * key, reads no data of the service, and keeps nothing: the picture and what it says reach no store and no log.
 */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
  .onError((request) => {
    logFor(request.context).error("The check failed unexpectedly", { error: errorForLog(request.error) });
    const body = envelope(
      "internal_error",
      "The picture can't be checked now. Try again in a minute.",
      true,
      60,
    );
    request.response = json(500, body, commonHeaders(request.event));
  })
  .handler(async (event: APIGatewayProxyEvent) => {
    if (event.httpMethod !== "POST") return { statusCode: 200, headers: pageHeaders, body: page };
    const picture = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
    const format = formatOf(picture.subarray(0, 16));
    const headers = { ...commonHeaders(event), "X-Content-Type-Options": "nosniff" };
    if (!format) return json(400, envelope("bad_request", notPicture, false, null), headers);
    return json(200, verificationOf(await readReport(picture, format, certificates), own), headers);
  });
